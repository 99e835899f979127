import type { Files } from '#backend/platform/storage/files.js';
import type { StartedExport } from '#backend/privacy/commands/start-export.js';
import type { Archive } from './archive.js';
import { writeCsv } from './csv.js';
import { writeJson } from './json.js';
import { KINDS, OWN_INVOICES } from './kinds.js';
import { writeReport } from './report.js';
import type { Snapshot } from './snapshot.js';

const FORMAT = 'pattern-marketplace/personal-data';

/** Adds all files to the archive, the report first and the manifest last. */
export async function fillArchive(
  archive: Archive,
  snapshot: Snapshot,
  files: Files,
  { language, requestedAt, userId }: StartedExport,
): Promise<void> {
  const head = { format: FORMAT, version: 1, requestedAt, userId };
  await archive.add('report.html', writeReport(snapshot, language, requestedAt));
  await archive.add('data.json', writeJson(snapshot, head));
  for (const kind of KINDS) await archive.add(`csv/${kind.name}.csv`, writeCsv(snapshot, kind));
  const missing: string[] = [];
  for await (const { name, key } of listInvoices(snapshot)) {
    const pdf = await files.open(key);
    // A PDF is already compressed. If the storage has lost a PDF, the archive is still built, and the manifest lists the PDF
    // as missing.
    if (pdf) await archive.add(name, pdf.stream, { compress: false });
    else missing.push(name);
  }
  await archive.add('manifest.json', writeManifest({ ...head, files: archive.entries, missing }));
  archive.end();
}

async function* writeManifest(content: object): AsyncGenerator<string> {
  yield `${JSON.stringify(content, null, 2)}\n`;
}

async function* listInvoices(snapshot: Snapshot): AsyncGenerator<{ name: string; key: string }> {
  const rows = `select number, object_key from invoices where ${OWN_INVOICES} and object_key is not null order by number`;
  for await (const { number, object_key: key } of snapshot.rows({ name: 'invoice files', rows, shown: [] })) {
    yield { name: `invoices/${String(number)}.pdf`, key: String(key) };
  }
}
