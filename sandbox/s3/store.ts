import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Bucket } from './bucket.ts';
import { syncDirectory, writeRecord } from './disk.ts';
import { KeyLock } from './key-lock.ts';
import { S3Error, noSuchBucket } from './http/s3-error.ts';

/** The buckets of a directory. Only one process may use the directory. */
export class Store {
  readonly #buckets = new Map<string, Bucket>();
  readonly #bucketsDirectory: string;
  readonly #temporaryDirectory: string;
  readonly #lock = new KeyLock();

  /** Reads all records into memory and removes the files of interrupted writes. */
  constructor(directory: string) {
    this.#bucketsDirectory = path.resolve(directory, 'buckets');
    this.#temporaryDirectory = path.resolve(directory, 'tmp');
    rmSync(this.#temporaryDirectory, { recursive: true, force: true });
    mkdirSync(this.#temporaryDirectory, { recursive: true });
    mkdirSync(this.#bucketsDirectory, { recursive: true });
    for (const entry of readdirSync(this.#bucketsDirectory, { withFileTypes: true }))
      if (entry.isDirectory()) this.#buckets.set(entry.name, new Bucket(path.join(this.#bucketsDirectory, entry.name)));
  }

  list(): Bucket[] {
    return [...this.#buckets.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  find(name: string): Bucket | undefined {
    return this.#buckets.get(name);
  }

  /** @throws {S3Error} NoSuchBucket */
  bucket(name: string): Bucket {
    const bucket = this.#buckets.get(name);
    if (!bucket) throw noSuchBucket(name);
    return bucket;
  }

  /** @throws {S3Error} InvalidBucketName, BucketAlreadyOwnedByYou */
  async create(name: string): Promise<void> {
    if (!/^(?!xn--|.*\.\.|\d+\.\d+\.\d+\.\d+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name))
      throw new S3Error(400, 'InvalidBucketName', 'The specified bucket is not valid.', { BucketName: name });
    await this.#lock.run(name, async () => {
      if (this.#buckets.has(name))
        throw new S3Error(
          409,
          'BucketAlreadyOwnedByYou',
          'Your previous request to create the named bucket succeeded and you already own it.',
          { BucketName: name },
        );
      const draft = this.#temporary();
      await mkdir(draft);
      await writeRecord(path.join(draft, 'bucket.json'), { createdAt: new Date().toISOString() });
      const directory = path.join(this.#bucketsDirectory, name);
      await rename(draft, directory);
      await syncDirectory(this.#bucketsDirectory);
      this.#buckets.set(name, new Bucket(directory));
    });
  }

  /** @throws {S3Error} NoSuchBucket, BucketNotEmpty */
  async delete(name: string): Promise<void> {
    await this.#lock.run(name, async () => {
      const bucket = this.bucket(name);
      if (!bucket.isEmpty)
        throw new S3Error(409, 'BucketNotEmpty', 'The bucket you tried to delete is not empty', { BucketName: name });
      bucket.markDeleted();
      this.#buckets.delete(name);
      const remains = this.#temporary();
      await rename(path.join(this.#bucketsDirectory, name), remains);
      await syncDirectory(this.#bucketsDirectory);
      await rm(remains, { recursive: true, force: true });
    });
  }

  #temporary(): string {
    return path.join(this.#temporaryDirectory, randomUUID());
  }
}
