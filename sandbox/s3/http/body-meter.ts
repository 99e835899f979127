import { createHash, type Hash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { startChecksum, type Checksum, type ChecksumAlgorithm, type RunningChecksum } from './checksums.ts';
import type { S3Error } from './s3-error.ts';

/** Size, MD5 (hexadecimal) and requested checksum of a complete body. */
export interface BodyDigests {
  size: number;
  md5: string;
  checksum?: Checksum;
}

/** Passes bytes through and computes size and digests; fails with `tooMuch()` above `limit` bytes. */
export class BodyMeter extends Transform {
  #size = 0;
  readonly #md5: Hash = createHash('md5');
  readonly #sha256: Hash | null;
  readonly #checksum: { algorithm: ChecksumAlgorithm; running: RunningChecksum } | null;
  readonly #limit: number;
  readonly #tooMuch: () => S3Error;

  constructor(options: { limit: number; tooMuch: () => S3Error; algorithm?: ChecksumAlgorithm; sha256?: boolean }) {
    super();
    this.#limit = options.limit;
    this.#tooMuch = options.tooMuch;
    this.#sha256 = options.sha256 ? createHash('sha256') : null;
    const { algorithm } = options;
    this.#checksum = algorithm ? { algorithm, running: startChecksum(algorithm) } : null;
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += bytes.length;
    this.#md5.update(bytes);
    this.#sha256?.update(bytes);
    this.#checksum?.running.update(bytes);
    if (this.#size > this.#limit) done(this.#tooMuch());
    else done(null, bytes);
  }

  /** Call once, after the last byte. @returns `sha256` in hexadecimal, or null when not requested */
  digests(): BodyDigests & { sha256: string | null } {
    const checksum = this.#checksum && {
      algorithm: this.#checksum.algorithm,
      value: this.#checksum.running.digest().toString('base64'),
    };
    return {
      size: this.#size,
      md5: this.#md5.digest('hex'),
      sha256: this.#sha256?.digest('hex') ?? null,
      ...(checksum && { checksum }),
    };
  }
}
