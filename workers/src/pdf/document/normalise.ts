import { MasterRefused } from './master-refused.js';
import { runQpdf, type QpdfRun } from './qpdf.js';

/** Arguments that make qpdf write one classic xref table, no object streams and no encryption. */
const QPDF_OPTIONS = ['--decrypt', '--object-streams=disable', '--deterministic-id', 'INPUT', 'OUTPUT'];

/**
 * Rewrites a source with qpdf in the form that PdfDocument reads. In a small file qpdf treats a high object number as damage
 * and drops the object, which would give blank pages. So after a report of damage, qpdf gets the source padded with spaces.
 * When qpdf still writes no file, these repairs are tried one after the other:
 * 1. a new trailer
 * 2. re-saving the source with pdf-lib
 * 3. re-saving the source with pdf-lib, then a new trailer
 * @returns the rewritten file. `repaired` is true when qpdf, a new trailer or pdf-lib has repaired damage
 * @throws {MasterRefused} PASSWORD, UNREADABLE
 */
export async function normalise(source: Uint8Array): Promise<{ bytes: Buffer; repaired: boolean }> {
  const first = await runQpdf(QPDF_OPTIONS, source);
  if (/invalid password/i.test(first.messages)) {
    throw new MasterRefused('PASSWORD', 'The file can only be opened with a password.');
  }
  const padded = first.exitCode === 0 ? undefined : padForQpdf(source);
  const accepted = (padded && acceptOutput(await runQpdf(QPDF_OPTIONS, padded))) ?? acceptOutput(first);
  if (accepted) return accepted;
  for await (const repaired of createRepairs(source)) {
    const second = repaired && acceptOutput(await runQpdf(QPDF_OPTIONS, repaired));
    if (second) return { bytes: second.bytes, repaired: true };
  }
  throw new MasterRefused('UNREADABLE', `The file is damaged beyond repair: ${lastMessage(first)}`);
}

async function* createRepairs(source: Uint8Array): AsyncGenerator<Uint8Array | undefined> {
  yield withTrailer(source);
  // pdf-lib is large and few files need it, so it is loaded on demand.
  const { resave } = await import('./resave.js');
  const resaved = await resave(source);
  yield resaved;
  yield resaved && withTrailer(resaved);
}

function acceptOutput({ exitCode, output }: QpdfRun): { bytes: Buffer; repaired: boolean } | undefined {
  return output && (exitCode === 0 || exitCode === 3) ? { bytes: output, repaired: exitCode === 3 } : undefined;
}

/** Qpdf drops objects unless the file has at least this many bytes for each object number up to the highest one. */
const BYTES_PER_NUMBER = 3;
/**
 * Highest object number of a PDF (ISO 32000-1, Annex C). A file padded for this number has 25 MB, and qpdf takes half a
 * second.
 */
const MAX_OBJECT_NUMBER = 8_388_607;

/** Pads a file to the size that qpdf requires for its object numbers. @returns undefined when the file is large enough */
function padForQpdf(source: Uint8Array): Uint8Array | undefined {
  if (source.length > BYTES_PER_NUMBER * MAX_OBJECT_NUMBER) return undefined;
  const text = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('latin1');
  let highest = 0;
  for (const [, size, number] of text.matchAll(/\/Size\s+(\d{1,10})\b|\b(\d{1,10})\s+\d{1,5}\s+obj\b/g)) {
    const value = Number(size ?? number);
    if (value <= MAX_OBJECT_NUMBER + 1) highest = Math.max(highest, value);
  }
  const missing = BYTES_PER_NUMBER * (highest + 1) - source.length;
  if (missing <= 0) return undefined;
  const end = /startxref\s+\d+\s+%%EOF\s*$/.exec(text.slice(-2048))?.[0] ?? '';
  return Buffer.concat([source, Buffer.alloc(missing, ' '), Buffer.from(`\n${end}`)]);
}

/** @returns the last message of qpdf, without the names of the program and the file */
const lastMessage = ({ messages }: QpdfRun): string =>
  (messages.trim().split('\n').at(-1) ?? '').replace(/^\S+: (\/INPUT:? ?)?/, '');

/**
 * Adds a trailer to a truncated file. The trailer names the last catalog of the file.
 * @returns the file with the trailer; undefined when the file has no catalog
 */
function withTrailer(source: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  for (let at = bytes.lastIndexOf('/Catalog'); at > 0; at = bytes.lastIndexOf('/Catalog', at - 1)) {
    const text = bytes.toString('latin1', Math.max(0, at - 1000), at);
    const head = [...text.matchAll(/(?:^|\s)(\d{1,10})\s+(\d{1,5})\s+obj\b/g)].at(-1);
    if (!head || text.includes('endobj', head.index)) continue;
    const trailer = `\ntrailer\n<</Root ${head[1]} ${head[2]} R>>\nstartxref\n0\n%%EOF\n`;
    return Buffer.concat([bytes, Buffer.from(trailer)]);
  }
  return undefined;
}
