/** Reads the first `bytes` bytes of standard input. @throws {Error} when the input is shorter */
export async function readStandardInput(bytes: number): Promise<Buffer> {
  const source = Buffer.allocUnsafeSlow(bytes);
  let length = 0;
  for await (const part of process.stdin) length += (part as Buffer).copy(source, length);
  if (length !== bytes) throw new Error(`standard input has ended after ${length} of ${bytes} bytes`);
  return source;
}
