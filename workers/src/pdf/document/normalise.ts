import { MasterRefused } from './master-refused.js';
import { runQpdf, type QpdfRun } from './qpdf.js';

/** Arguments with which qpdf writes one classic xref table, no object streams and no encryption. */
const QPDF_OPTIONS = ['--decrypt', '--object-streams=disable', '--deterministic-id', 'INPUT', 'OUTPUT'];

/**
 * Rewrites a source in the form that the engine reads. When qpdf fails, a missing trailer is added, and then another library
 * re-saves the file.
 * @returns `repaired` is true when qpdf or one of these steps repaired the file
 * @throws {MasterRefused} PASSWORD, UNREADABLE
 */
export async function normalise(source: Uint8Array): Promise<{ bytes: Buffer; repaired: boolean }> {
  const first = await runQpdf(QPDF_OPTIONS, source);
  if (/invalid password/i.test(first.messages)) {
    throw new MasterRefused('PASSWORD', 'The file can only be opened with a password.');
  }
  // In a small file qpdf treats high object numbers as damage and drops the objects, which would leave blank pages.
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
  // This large library is loaded on demand, because few files need it.
  const { resave } = await import('./resave.js');
  const resaved = await resave(source);
  yield resaved;
  yield resaved && withTrailer(resaved);
}

function acceptOutput({ exitCode, output }: QpdfRun): { bytes: Buffer; repaired: boolean } | undefined {
  return output && (exitCode === 0 || exitCode === 3) ? { bytes: output, repaired: exitCode === 3 } : undefined;
}

/** Bytes that a file must have for each of its object numbers; otherwise qpdf drops objects. */
const BYTES_PER_NUMBER = 3;
/** Highest object number of a PDF (ISO 32000-1, Annex C). Padding a file for it takes 25 MB and half a second. */
const MAX_OBJECT_NUMBER = 8_388_607;

/** Pads a file with high object numbers to the size that qpdf requires. @returns undefined when the file is large enough */
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

/** @returns the last message of qpdf, without the names of program and file */
const lastMessage = ({ messages }: QpdfRun): string =>
  (messages.trim().split('\n').at(-1) ?? '').replace(/^\S+: (\/INPUT:? ?)?/, '');

/** Adds a trailer that names the last catalog to a truncated file. @returns undefined when the file has no catalog */
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
