/** Reads exactly `bytes` bytes from standard input. @throws {Error} when the input has another length */
export async function readStandardInput(bytes: number): Promise<Buffer> {
  const source = Buffer.allocUnsafeSlow(bytes);
  let length = 0;
  for await (const part of process.stdin) length += (part as Buffer).copy(source, length);
  if (length !== bytes) throw new Error(`${length} of ${bytes} bytes arrived`);
  return source;
}
