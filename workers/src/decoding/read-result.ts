import { LimitReached } from './decode.js';

/**
 * Splits the output of a decoding process. The size of the head is checked first, because parsing it takes several times as much memory.
 * @param headBytes upper limit for the head of a valid file
 * @throws {LimitReached} `result` when the head is larger; other errors when the output is incomplete
 */
export function readResult<Head>(output: Buffer, headBytes: number): { head: Head; bytes: Buffer } {
  const end = output.indexOf('\n');
  if (end > headBytes || (end < 0 && output.length > headBytes)) {
    throw new LimitReached('result', 'The head of the result would be too large.');
  }
  if (end < 0) throw new Error('the decoding process gave no result');
  return { head: JSON.parse(output.toString('utf8', 0, end)) as Head, bytes: output.subarray(end + 1) };
}
