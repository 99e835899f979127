import { LimitReached } from './decode.js';

/**
 * Splits the output of a decoding process into its head, one line of JSON, and the bytes after it. The size of the head is
 * checked first, because parsing takes several times as much memory.
 * @param headBytes maximum size of the head for a valid file
 * @throws {LimitReached} `result` when the head is larger; other errors when the output is incomplete
 */
export function readResult<Head>(output: Buffer, headBytes: number): { head: Head; bytes: Buffer } {
  const lineEnd = output.indexOf('\n');
  if (lineEnd > headBytes || (lineEnd < 0 && output.length > headBytes)) {
    throw new LimitReached('result', 'The head of the result would be too large.');
  }
  if (lineEnd < 0) throw new Error('the decoding process gave no result');
  return { head: JSON.parse(output.toString('utf8', 0, lineEnd)) as Head, bytes: output.subarray(lineEnd + 1) };
}
