import { LimitReached } from './decode.js';

/**
 * Splits an answer. Parsing takes several times the bytes of the head, so they are counted before.
 * @param headBytes more than the head of an honest file has
 * @throws LimitReached `result`, other errors when the process did not write an answer
 */
export function readResult<Head>(output: Buffer, headBytes: number): { head: Head; bytes: Buffer } {
  const end = output.indexOf('\n');
  if (end > headBytes || (end < 0 && output.length > headBytes)) {
    throw new LimitReached('result', 'The head of the result would be too large.');
  }
  if (end < 0) throw new Error('the decoding process gave no result');
  return { head: JSON.parse(output.toString('utf8', 0, end)) as Head, bytes: output.subarray(end + 1) };
}
