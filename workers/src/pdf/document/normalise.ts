import { MasterRefused } from './master-refused.js';
import { runQpdf, type QpdfRun } from './qpdf.js';

/** Options of qpdf: one classic xref, no object streams, no encryption; repairs streams and tables. */
const NORMALISE = ['--decrypt', '--object-streams=disable', '--deterministic-id', 'INPUT', 'OUTPUT'];

/**
 * Rewrites a source in the form that the engine reads. When qpdf fails, a missing trailer is generated, then the file is
 * re-saved by another library. `repaired` is set after either, and after a repair by qpdf.
 * @throws {MasterRefused} PASSWORD, UNREADABLE
 */
export async function normalise(source: Uint8Array): Promise<{ bytes: Buffer; repaired: boolean }> {
  const first = await runQpdf(NORMALISE, source);
  if (/invalid password/i.test(first.messages)) {
    throw new MasterRefused('PASSWORD', 'The file can only be opened with a password.');
  }
  // In a small file qpdf treats high object numbers as damage and drops the objects: pages would be blank.
  const roomy = first.exitCode === 0 ? undefined : withRoom(source);
  const direct = (roomy && accept(await runQpdf(NORMALISE, roomy))) ?? accept(first);
  if (direct) return direct;
  for await (const repaired of repairs(source)) {
    const second = repaired && accept(await runQpdf(NORMALISE, repaired));
    if (second) return { bytes: second.bytes, repaired: true };
  }
  throw new MasterRefused('UNREADABLE', `The file is damaged beyond repair: ${reason(first)}`);
}

async function* repairs(source: Uint8Array): AsyncGenerator<Uint8Array | undefined> {
  yield withTrailer(source);
  // Loaded on demand: a large library that few files need.
  const { resave } = await import('./resave.js');
  const resaved = await resave(source);
  yield resaved;
  yield resaved && withTrailer(resaved);
}

function accept({ exitCode, output }: QpdfRun): { bytes: Buffer; repaired: boolean } | undefined {
  return output && (exitCode === 0 || exitCode === 3) ? { bytes: output, repaired: exitCode === 3 } : undefined;
}

/** File size in bytes that qpdf requires per object number. */
const BYTES_PER_NUMBER = 3;
/** ISO 32000-1, Annex C: a file has no higher object number. Padding for all of them takes 25 MB and half a second. */
const MAX_OBJECT_NUMBER = 8_388_607;

/** Pads a sparsely numbered file to the size that qpdf requires; undefined when it is large enough. */
function withRoom(source: Uint8Array): Uint8Array | undefined {
  if (source.length > BYTES_PER_NUMBER * MAX_OBJECT_NUMBER) return undefined;
  const text = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('latin1');
  let highest = 0;
  for (const [, size, number] of text.matchAll(/\/Size\s+(\d{1,10})\b|\b(\d{1,10})\s+\d{1,5}\s+obj\b/g)) {
    const stated = Number(size ?? number);
    if (stated <= MAX_OBJECT_NUMBER + 1) highest = Math.max(highest, stated);
  }
  const missing = BYTES_PER_NUMBER * (highest + 1) - source.length;
  if (missing <= 0) return undefined;
  const end = /startxref\s+\d+\s+%%EOF\s*$/.exec(text.slice(-2048))?.[0] ?? '';
  return Buffer.concat([source, Buffer.alloc(missing, ' '), Buffer.from(`\n${end}`)]);
}

/** The last message of qpdf, without program and file names. */
const reason = ({ messages }: QpdfRun): string =>
  (messages.trim().split('\n').at(-1) ?? '').replace(/^\S+: (\/INPUT:? ?)?/, '');

/** Adds a trailer with the last catalog to a truncated file. */
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
