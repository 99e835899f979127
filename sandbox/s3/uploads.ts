import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ObjectDescription, ObjectRecord, WriteCondition } from './object-record.ts';
import { startChecksum, type Checksum, type ChecksumAlgorithm } from './http/checksums.ts';
import type { DataFiles, Segment } from './data-files.ts';
import { syncDirectory, writeRecord } from './disk.ts';
import { KeyLock } from './key-lock.ts';
import { S3Error, noSuchUpload } from './http/s3-error.ts';

export interface PartRecord {
  number: number;
  etag: string;
  size: number;
  /** ISO 8601 */
  lastModified: string;
  segments: Segment[];
  checksum?: Checksum;
}

export interface UploadRecord extends ObjectDescription {
  id: string;
  key: string;
  /** ISO 8601 */
  initiated: string;
  /** Declared when the upload starts; each part and the object then have a checksum of this algorithm. */
  checksumAlgorithm?: ChecksumAlgorithm;
}

export interface Upload extends UploadRecord {
  parts: Map<number, PartRecord>;
}

/** A part in the list of a completion request. */
export interface RequestedPart {
  number: number;
  etag: string;
  checksum?: string;
}

const MIN_PART_BYTES = 5 * 1024 ** 2;

/** The bucket in which a completed upload becomes an object. */
interface Objects {
  get(key: string): ObjectRecord | undefined;
  put(object: Omit<ObjectRecord, 'lastModified'>, condition?: WriteCondition): Promise<ObjectRecord>;
}

/** Running multipart uploads: `uploads/<id>/upload.json` and one record per part. */
export class Uploads {
  readonly #directory: string;
  readonly #data: DataFiles;
  readonly #open = new Map<string, Upload>();
  readonly #lock = new KeyLock();

  /** @param completedIds the uploads that a killed process completed but did not remove */
  constructor(directory: string, data: DataFiles, completedIds: Set<string>) {
    this.#directory = directory;
    this.#data = data;
    mkdirSync(directory, { recursive: true });
    for (const id of readdirSync(directory)) {
      const folder = path.join(directory, id);
      if (completedIds.has(id) || !existsSync(path.join(folder, 'upload.json'))) rmSync(folder, { recursive: true });
      else this.#open.set(id, readUpload(folder));
    }
  }

  segments(): Segment[] {
    return [...this.#open.values()].flatMap(({ parts }) => [...parts.values()].flatMap((part) => part.segments));
  }

  /** @returns the uploads, sorted by key, then by start time */
  list(): Upload[] {
    return [...this.#open.values()].sort((a, b) =>
      a.key === b.key ? a.initiated.localeCompare(b.initiated) : a.key < b.key ? -1 : 1,
    );
  }

  async start(upload: Omit<UploadRecord, 'id' | 'initiated'>): Promise<Upload> {
    const record: UploadRecord = { ...upload, id: randomUUID(), initiated: new Date().toISOString() };
    const folder = path.join(this.#directory, record.id);
    await mkdir(folder);
    await writeRecord(path.join(folder, 'upload.json'), record);
    await syncDirectory(this.#directory);
    const opened = { ...record, parts: new Map<number, PartRecord>() };
    this.#open.set(record.id, opened);
    return opened;
  }

  /** @throws {S3Error} NoSuchUpload, also for an upload of another key */
  find(id: string, key: string): Upload {
    const upload = this.#open.get(id);
    if (upload?.key !== key) throw noSuchUpload(id);
    return upload;
  }

  /** Adds or replaces a part. @throws {S3Error} NoSuchUpload when the upload has ended before the part was complete */
  async putPart(upload: Upload, part: Omit<PartRecord, 'lastModified'>): Promise<PartRecord> {
    return this.#lock.run(upload.id, async () => {
      this.find(upload.id, upload.key);
      const record = { ...part, lastModified: new Date().toISOString() };
      await writeRecord(path.join(this.#directory, upload.id, `${part.number}.json`), record);
      const previous = upload.parts.get(part.number);
      upload.parts.set(part.number, record);
      if (previous) await this.#data.discard(previous.segments);
      return record;
    });
  }

  async abort(id: string, key: string): Promise<void> {
    await this.#lock.run(id, async () => {
      const upload = this.find(id, key);
      await this.#close(upload, new Set());
    });
  }

  /**
   * Creates an object from the files of the parts without copying them. The object exists as soon as its record is written.
   * A repeated completion, which clients send after a lost response, has the same result.
   * @throws {S3Error} NoSuchUpload, InvalidPartOrder, InvalidPart, EntityTooSmall, InvalidRequest
   */
  async complete(
    objects: Objects,
    id: string,
    key: string,
    requested: RequestedPart[],
    condition?: WriteCondition,
  ): Promise<ObjectRecord> {
    return this.#lock.run(id, async () => {
      const current = objects.get(key);
      if (!this.#open.has(id) && current?.uploadId === id) return current;
      const upload = this.find(id, key);
      const parts = selectParts(upload, requested);
      const segments = parts.flatMap((part) => part.segments);
      const { headers, metadata } = upload;
      const object = await objects.put(
        {
          key,
          headers,
          metadata,
          segments,
          etag: multipartETag(parts),
          size: parts.reduce((sum, part) => sum + part.size, 0),
          uploadId: id,
          ...(upload.checksumAlgorithm && { checksum: compositeChecksum(parts, upload.checksumAlgorithm) }),
        },
        condition,
      );
      await this.#close(upload, new Set(segments.map(({ file }) => file)));
      return object;
    });
  }

  async #close(upload: Upload, keep: Set<string>): Promise<void> {
    this.#open.delete(upload.id);
    const folder = path.join(this.#directory, upload.id);
    // upload.json is removed first, because the next start after a crash removes folders without it.
    await rm(path.join(folder, 'upload.json'), { force: true });
    await rm(folder, { recursive: true, force: true });
    await syncDirectory(this.#directory);
    const segments = [...upload.parts.values()].flatMap((part) => part.segments);
    await this.#data.discard(segments.filter(({ file }) => !keep.has(file)));
  }
}

function readUpload(folder: string): Upload {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  const parts = new Map<number, PartRecord>();
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.tmp')) rmSync(path.join(folder, file));
    else if (file !== 'upload.json') {
      const part = read(file) as PartRecord;
      parts.set(part.number, part);
    }
  }
  return { ...(read('upload.json') as UploadRecord), parts };
}

function selectParts(upload: Upload, requested: RequestedPart[]): PartRecord[] {
  return requested.map(({ number, etag, checksum }, index) => {
    const part = upload.parts.get(number);
    const previous = requested[index - 1];
    if (previous && previous.number >= number)
      throw new S3Error(
        400,
        'InvalidPartOrder',
        'The list of parts was not in ascending order. Parts must be ordered by part number.',
      );
    if (!part || part.etag !== etag || (checksum !== undefined && checksum !== part.checksum?.value))
      throw new S3Error(
        400,
        'InvalidPart',
        "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
        { PartNumber: String(number), ETag: etag },
      );
    if (upload.checksumAlgorithm && checksum === undefined)
      throw new S3Error(
        400,
        'InvalidRequest',
        `The upload was created using a ${upload.checksumAlgorithm} checksum. The complete request must include the checksum for each part. It was missing for part ${number} in the request.`,
      );
    if (index < requested.length - 1 && part.size < MIN_PART_BYTES)
      throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
        MinSizeAllowed: String(MIN_PART_BYTES),
        ProposedSize: String(part.size),
        PartNumber: String(number),
      });
    return part;
  });
}

function multipartETag(parts: PartRecord[]): string {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part.etag, 'hex');
  return `${hash.digest('hex')}-${parts.length}`;
}

function compositeChecksum(parts: PartRecord[], algorithm: ChecksumAlgorithm): Checksum {
  const running = startChecksum(algorithm);
  for (const part of parts) running.update(Buffer.from(part.checksum?.value ?? '', 'base64'));
  return { algorithm, value: `${running.digest().toString('base64')}-${parts.length}` };
}
