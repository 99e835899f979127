import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const CHECKSUM_ALGORITHMS = ['crc32', 'crc32c', 'sha1', 'sha256'] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** A checksum in the format of S3: base64 of the big-endian value. */
export interface Checksum {
  algorithm: ChecksumAlgorithm;
  value: string;
}

export interface RunningChecksum {
  update(bytes: Uint8Array): void;
  digest(): Buffer;
}

export const isChecksumAlgorithm = (name: string): name is ChecksumAlgorithm =>
  CHECKSUM_ALGORITHMS.some((algorithm) => algorithm === name);

export const checksumHeader = (algorithm: ChecksumAlgorithm) => `x-amz-checksum-${algorithm}`;

/** @returns the name of the XML element: `ChecksumCRC32`, `ChecksumSHA256` … */
export const checksumElement = (algorithm: ChecksumAlgorithm) => `Checksum${algorithm.toUpperCase()}`;

export function startChecksum(algorithm: ChecksumAlgorithm): RunningChecksum {
  if (algorithm === 'crc32') return new Crc(crc32);
  if (algorithm === 'crc32c') return new Crc(crc32c);
  const hash = createHash(algorithm);
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest() };
}

class Crc implements RunningChecksum {
  #value = 0;
  readonly #step: (bytes: Uint8Array, value: number) => number;

  constructor(step: (bytes: Uint8Array, value: number) => number) {
    this.#step = step;
  }

  update(bytes: Uint8Array): void {
    this.#value = this.#step(bytes, this.#value);
  }

  digest(): Buffer {
    const digest = Buffer.alloc(4);
    digest.writeUInt32BE(this.#value >>> 0);
    return digest;
  }
}

// The reflected Castagnoli polynomial. zlib computes only CRC-32 with the IEEE polynomial.
const CRC32C_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function crc32c(bytes: Uint8Array, previous: number): number {
  let value = ~previous;
  for (const byte of bytes) value = (CRC32C_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}
