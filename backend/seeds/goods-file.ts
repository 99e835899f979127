import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';

const CHECKSUM_BYTES = 32;
const checksum = (payload: Uint8Array) => createHash('sha256').update(payload).digest();

/** @returns the content of a file: a checksum, then the serialised value */
export function packGoods(value: unknown): Buffer {
  const payload = serialize(value);
  return Buffer.concat([checksum(payload), payload]);
}

/** @returns the value of a file, or null when its checksum is wrong */
export function unpackGoods<T>(file: Buffer): T | null {
  const [storedChecksum, payload] = [file.subarray(0, CHECKSUM_BYTES), file.subarray(CHECKSUM_BYTES)];
  return checksum(payload).equals(storedChecksum) ? (deserialize(payload) as T) : null;
}
