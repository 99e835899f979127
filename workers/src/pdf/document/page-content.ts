import { constants, inflateSync } from 'node:zlib';
import { maxContentBytes } from '../prepare/limits.js';
import { MasterRefused } from './master-refused.js';
import { PdfDocument, type PdfObject } from './pdf-document.js';
import { PdfRef, type PdfValue } from './pdf-value.js';

/** @returns references to the content streams of a page, in order; entries that are not streams are left out */
export function contentStreams(document: PdfDocument, contents: PdfValue | undefined): PdfRef[] {
  const list = document.array(contents) ?? [contents];
  return list
    .flatMap((entry) => document.array(entry) ?? [entry])
    .filter((entry) => entry instanceof PdfRef)
    .filter((entry) => document.get(entry.number)?.stream !== undefined);
}

/**
 * Decodes content streams and joins them with line breaks, as PDF readers do.
 * @returns undefined when a stream cannot be decoded
 * @throws {MasterRefused} TOO_LARGE when the inflated content exceeds the limit
 */
export function decodeContent(document: PdfDocument, streams: PdfRef[]): Buffer | undefined {
  const parts: Buffer[] = [];
  const limit = maxContentBytes(document.length);
  let length = 0;
  for (const reference of streams) {
    const decoded = decodeStream(document, document.get(reference.number)!, limit);
    if (decoded === 'too-large') throw tooLarge();
    if (!decoded) return undefined;
    parts.push(decoded, Buffer.from('\n'));
    length += decoded.length;
    if (length > limit) throw tooLarge();
  }
  return Buffer.concat(parts);
}

const tooLarge = (): MasterRefused => new MasterRefused('TOO_LARGE', 'The content of a page is larger than allowed.');

/**
 * Decodes a stream that is deflated or has no filter. A normalised file contains other filters only where the normaliser
 * could not decode them.
 * @param limit the maximum size of the decoded stream in bytes
 * @returns undefined when the stream is damaged or has another filter or a predictor
 */
export function decodeStream(
  document: PdfDocument,
  object: PdfObject,
  limit: number,
): Buffer | 'too-large' | undefined {
  const { value, stream } = object;
  if (!(value instanceof Map) || !stream) return undefined;
  const filter = document.resolve(value.get('/Filter'));
  const names = filter === undefined ? [] : Array.isArray(filter) ? filter : [filter];
  if (names.length === 0) return stream.length > limit ? 'too-large' : stream;
  const parameters = document.resolve(value.get('/DecodeParms'));
  if (names.length > 1 || document.text(names[0]) !== '/FlateDecode' || hasPredictor(document, parameters)) {
    return undefined;
  }
  try {
    return inflateSync(stream, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: limit });
  } catch (error) {
    return error instanceof RangeError ? 'too-large' : undefined;
  }
}

function hasPredictor(document: PdfDocument, parameters: PdfValue | undefined): boolean {
  const first = Array.isArray(parameters) ? document.dict(parameters[0]) : parameters;
  return first instanceof Map && (document.number(first.get('/Predictor')) ?? 1) > 1;
}
