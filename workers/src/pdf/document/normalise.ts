import { MasterRefused } from './master-refused.js';
import { runQpdf, type QpdfRun } from './qpdf.js';

/** One classic xref, no object streams, no encryption; damaged streams and tables put right. */
const NORMALISE = ['--decrypt', '--object-streams=disable', '--deterministic-id', 'INPUT', 'OUTPUT'];

/**
 * Rewrites a source in the one form the engine reads. When qpdf gives up, first a missing trailer is made up, then the
 * file is saved anew by another library; `repaired` tells of either, and of what qpdf itself put right.
 * Throws MasterRefused: PASSWORD, UNREADABLE.
 */
export async function normalise(source: Uint8Array): Promise<{ bytes: Buffer; repaired: boolean }> {
  const first = await runQpdf(NORMALISE, source);
  if (/invalid password/i.test(first.messages)) {
    throw new MasterRefused('PASSWORD', 'The file can only be opened with a password.');
  }
  // In a small file qpdf takes high object numbers for damage and drops the objects: a page would come out blank.
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
  // A large library, needed for one file in many, and an upload has a process of its own.
  const { resave } = await import('./resave.js');
  const resaved = await resave(source);
  yield resaved;
  yield resaved && withTrailer(resaved);
}

function accept({ exitCode, output }: QpdfRun): { bytes: Buffer; repaired: boolean } | undefined {
  return output && (exitCode === 0 || exitCode === 3) ? { bytes: output, repaired: exitCode === 3 } : undefined;
}

/** Bytes that qpdf wants to see in a file for each object number that it believes. */
const BYTES_PER_NUMBER = 3;
/** ISO 32000-1, Annex C: a file has no higher object number. Room for all of them takes 25 MB and half a second. */
const MAX_OBJECT_NUMBER = 8_388_607;

/** A sparsely numbered file with room for its highest object number before its end; undefined when it has room enough. */
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

/** qpdf's last word, without the names it knows itself and the file by. */
const reason = ({ messages }: QpdfRun): string =>
  (messages.trim().split('\n').at(-1) ?? '').replace(/^\S+: (\/INPUT:? ?)?/, '');

/** A file whose end is missing, with a trailer that names its last catalog. */
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
