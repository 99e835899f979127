/** Writes a result to standard output: the head as one line of JSON, then the bytes. Resolves when both are flushed. */
export async function writeResult(head: object, bytes: Buffer = Buffer.alloc(0)): Promise<void> {
  for (const part of [Buffer.from(`${JSON.stringify(head)}\n`), bytes]) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(part, (error) => (error ? reject(error) : resolve()));
    });
  }
}
