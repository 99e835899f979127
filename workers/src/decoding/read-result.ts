import { UndecodableFile } from './decode.js';

/**
 * Splits the output of a decoding process into its head (one line of JSON) and the bytes after that line. Parsing the head
 * takes several times as much memory as the head itself, so its size is checked first.
 * @param headBytes the maximum size of the head of a valid file's result
 * @throws {UndecodableFile} `result` when the head is larger than `headBytes`
 * @throws {Error} when the output is incomplete
 */
export function readResult<Head>(output: Buffer, headBytes: number): { head: Head; bytes: Buffer } {
  const lineEnd = output.indexOf('\n');
  if (lineEnd > headBytes || (lineEnd < 0 && output.length > headBytes)) {
    throw new UndecodableFile('result', 'The head of the result would be too large.');
  }
  if (lineEnd < 0) throw new Error('the decoding process gave no result');
  return { head: JSON.parse(output.toString('utf8', 0, lineEnd)) as Head, bytes: output.subarray(lineEnd + 1) };
}
