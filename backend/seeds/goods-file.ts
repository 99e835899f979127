import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';

const SUM_BYTES = 32;
const checksum = (payload: Uint8Array) => createHash('sha256').update(payload).digest();

/** @returns the serialised value after its checksum */
export function packGoods(value: unknown): Buffer {
  const payload = serialize(value);
  return Buffer.concat([checksum(payload), payload]);
}

/** @returns null for a damaged file */
export function unpackGoods<T>(file: Buffer): T | null {
  const [sum, payload] = [file.subarray(0, SUM_BYTES), file.subarray(SUM_BYTES)];
  return checksum(payload).equals(sum) ? (deserialize(payload) as T) : null;
}
