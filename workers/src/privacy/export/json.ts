import { KINDS } from './kinds.js';
import type { Snapshot } from './snapshot.js';

/** Writes all kinds of data as one JSON document, streamed batch by batch. @param head the fields at its beginning */
export async function* writeJson(snapshot: Snapshot, head: object): AsyncGenerator<string> {
  yield `{\n${JSON.stringify(head).slice(1, -1)}`;
  for (const kind of KINDS) {
    yield `,\n${JSON.stringify(kind.name)}: [`;
    let separator = '\n';
    for await (const { rows } of snapshot.batches(kind)) {
      if (rows.length === 0) continue;
      yield separator + rows.map((row) => JSON.stringify(row)).join(',\n');
      separator = ',\n';
    }
    yield separator === '\n' ? ']' : '\n]';
  }
  yield '\n}\n';
}
