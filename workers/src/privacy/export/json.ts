import { KINDS } from './kinds.js';
import type { Snapshot } from './snapshot.js';

/** All kinds in one document, written row by row: the first line of every kind names it. */
export async function* jsonOf(snapshot: Snapshot, head: object): AsyncGenerator<string> {
  yield `{\n${JSON.stringify(head).slice(1, -1)}`;
  for (const kind of KINDS) {
    yield `,\n${JSON.stringify(kind.name)}: [`;
    let mark = '\n';
    for await (const { rows } of snapshot.batches(kind)) {
      if (rows.length === 0) continue;
      yield mark + rows.map((row) => JSON.stringify(row)).join(',\n');
      mark = ',\n';
    }
    yield mark === '\n' ? ']' : '\n]';
  }
  yield '\n}\n';
}
