import type { Files } from '#backend/platform/files.js';
import type { ExportWork } from '#backend/privacy/commands/start-export.js';
import type { Archive } from './archive.js';
import { csvOf } from './csv.js';
import { jsonOf } from './json.js';
import { KINDS } from './kinds.js';
import { reportOf } from './report.js';
import type { Snapshot } from './snapshot.js';

const FORMAT = 'pattern-marketplace/personal-data';

/** Puts every file into the archive, the readable one first and the list of all of them last. */
export async function fillArchive(
  archive: Archive,
  snapshot: Snapshot,
  files: Files,
  { language, requestedAt, userId }: ExportWork,
): Promise<void> {
  const head = { format: FORMAT, version: 1, requestedAt, userId };
  await archive.add('report.html', reportOf(snapshot, language, requestedAt));
  await archive.add('data.json', jsonOf(snapshot, head));
  for (const kind of KINDS) await archive.add(`csv/${kind.name}.csv`, csvOf(snapshot, kind));
  for await (const { name, key } of invoices(snapshot)) {
    const pdf = await files.open(key);
    if (!pdf) throw new Error(`${name} is not in the storage`);
    // A PDF is compressed already.
    await archive.add(name, pdf.stream, { compress: false });
  }
  await archive.add('manifest.json', manifest({ ...head, files: archive.entries }));
  archive.end();
}

async function* manifest(content: object): AsyncGenerator<string> {
  yield `${JSON.stringify(content, null, 2)}\n`;
}

async function* invoices(snapshot: Snapshot): AsyncGenerator<{ name: string; key: string }> {
  const rows = `select number, object_key from invoices where buyer_id = $1 and object_key is not null order by number`;
  for await (const { number, object_key: key } of snapshot.rows({ name: 'invoice files', rows, shown: [] })) {
    yield { name: `invoices/${String(number)}.pdf`, key: String(key) };
  }
}
