import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DataFiles } from './data-files.ts';
import { removeRecord, writeRecord } from './disk.ts';
import { KeyLock } from './key-lock.ts';
import type { ObjectRecord, WriteCondition } from './object-record.ts';
import { Uploads } from './uploads.ts';
import { noSuchBucket } from './http/s3-error.ts';
import { sha256Hex } from './http/signature.ts';

/** The settings of a bucket. CORS and lifecycle rules are stored as the XML that the client sent. */
export interface BucketSettings {
  createdAt: string;
  cors?: string;
  lifecycle?: string;
}

/**
 * A bucket in its directory: `bucket.json`, `objects/` (one record per key), `uploads/`, `data/` (contents).
 * A write takes effect when it replaces the record of its key. Until then the old object is served.
 */
export class Bucket {
  readonly name: string;
  readonly data: DataFiles;
  readonly uploads: Uploads;
  readonly #directory: string;
  readonly #objects = new Map<string, ObjectRecord>();
  readonly #lock = new KeyLock();
  #settings: BucketSettings;
  #sortedKeys: string[] | null = null;
  #deleted = false;

  /** Opens an existing bucket and removes the files of interrupted writes. */
  constructor(directory: string) {
    this.name = path.basename(directory);
    this.#directory = directory;
    this.#settings = JSON.parse(readFileSync(path.join(directory, 'bucket.json'), 'utf8')) as BucketSettings;
    this.data = new DataFiles(path.join(directory, 'data'));
    mkdirSync(this.#objectsDirectory, { recursive: true });
    for (const file of readdirSync(this.#objectsDirectory)) {
      const full = path.join(this.#objectsDirectory, file);
      if (file.endsWith('.tmp')) rmSync(full);
      else {
        const record = JSON.parse(readFileSync(full, 'utf8')) as ObjectRecord;
        this.#objects.set(record.key, record);
      }
    }
    const objects = [...this.#objects.values()];
    const completed = new Set(objects.flatMap(({ uploadId }) => uploadId ?? []));
    this.uploads = new Uploads(path.join(directory, 'uploads'), this.data, completed);
    const segments = [...objects.flatMap((object) => object.segments), ...this.uploads.segments()];
    this.data.sweep(new Set(segments.map(({ file }) => file)));
  }

  get settings(): Readonly<BucketSettings> {
    return this.#settings;
  }

  get isEmpty(): boolean {
    return this.#objects.size === 0;
  }

  async change(settings: Partial<BucketSettings>): Promise<void> {
    await this.#lock.run('', async () => {
      const next = { ...this.#settings, ...settings };
      await writeRecord(path.join(this.#directory, 'bucket.json'), next);
      this.#settings = next;
    });
  }

  get(key: string): ObjectRecord | undefined {
    return this.#objects.get(key);
  }

  /** Keys in the order of S3, by their UTF-8 bytes. */
  sortedKeys(): readonly string[] {
    this.#sortedKeys ??= [...this.#objects.keys()].sort(compareUtf8);
    return this.#sortedKeys;
  }

  /** Stores an object and replaces any object with the same key. If this throws, the caller must delete the data files. */
  async put(object: Omit<ObjectRecord, 'lastModified'>, condition?: WriteCondition): Promise<ObjectRecord> {
    const record = { ...object, lastModified: new Date().toISOString() };
    return this.#lock.run(record.key, async () => {
      const previous = this.#objects.get(record.key);
      if (this.#deleted) throw noSuchBucket(this.name);
      condition?.(previous);
      await writeRecord(this.#recordFile(record.key), record);
      this.#objects.set(record.key, record);
      if (previous) await this.data.discard(previous.segments);
      else this.#sortedKeys = null;
      return record;
    });
  }

  /** Deletes the object, if there is one. */
  async delete(key: string): Promise<void> {
    await this.#lock.run(key, async () => {
      const record = this.#objects.get(key);
      if (!record) return;
      await removeRecord(this.#recordFile(key));
      this.#objects.delete(key);
      this.#sortedKeys = null;
      await this.data.discard(record.segments);
    });
  }

  /** Makes running and later writes fail. */
  markDeleted(): void {
    this.#deleted = true;
  }

  get #objectsDirectory(): string {
    return path.join(this.#directory, 'objects');
  }

  // The file name is a hash, because keys can be longer than file names and contain slashes and dots.
  #recordFile(key: string): string {
    return path.join(this.#objectsDirectory, `${sha256Hex(key)}.json`);
  }
}

/** Compares by UTF-8 bytes: surrogates, which encode higher code points, sort after all other UTF-16 units. */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [unitA, unitB] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (unitA !== unitB) return rank(unitA) - rank(unitB);
  }
  return a.length - b.length;
}

const rank = (unit: number) => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);
