/** Writes an answer to standard output: the head as one line of JSON, then the bytes. Done when it is handed over. */
export async function writeResult(head: object, bytes: Buffer = Buffer.alloc(0)): Promise<void> {
  for (const part of [Buffer.from(`${JSON.stringify(head)}\n`), bytes]) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(part, (error) => (error ? reject(error) : resolve()));
    });
  }
}

/** Splits an answer. Throws when the process did not write one. */
export function readResult<Head>(output: Buffer): { head: Head; bytes: Buffer } {
  const end = output.indexOf('\n');
  if (end < 0) throw new Error('the decoding process gave no result');
  return { head: JSON.parse(output.toString('utf8', 0, end)) as Head, bytes: output.subarray(end + 1) };
}
