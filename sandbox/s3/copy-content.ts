import { pipeline } from 'node:stream/promises';
import { BodyMeter } from './http/body-meter.ts';
import type { Bucket } from './bucket.ts';
import type { ObjectRecord } from './object-record.ts';
import type { Checksum, ChecksumAlgorithm } from './http/checksums.ts';
import type { ByteRange } from './http/conditions.ts';
import type { DataFiles, Segment } from './data-files.ts';
import { entityTooLarge } from './http/receive-body.ts';
import { invalidArgument, noSuchKey } from './http/s3-error.ts';
import type { Store } from './store.ts';

export interface CopiedContent {
  segments: Segment[];
  size: number;
  /** MD5 in hexadecimal, even if the source is a multipart object. */
  etag: string;
  checksum?: Checksum;
}

/** @returns the object of x-amz-copy-source. @throws {S3Error} NoSuchBucket, NoSuchKey, InvalidArgument */
export function findCopySource(store: Store, header: string): { bucket: Bucket; object: ObjectRecord } {
  const [, bucketName, encodedKey] = /^\/?([^/?]+)\/([^?]+)(?:\?versionId=null)?$/.exec(header) ?? [];
  if (!bucketName || !encodedKey)
    throw invalidArgument('Copy Source must mention the source bucket and key: sourcebucket/sourcekey');
  let key: string;
  try {
    key = decodeURIComponent(encodedKey);
  } catch {
    throw invalidArgument('Copy Source must be URL-encoded');
  }
  const bucket = store.bucket(decodeURIComponent(bucketName));
  const object = bucket.get(key);
  if (!object) throw noSuchKey(key);
  return { bucket, object };
}

/**
 * Copies the content of an object, or a range of it, into new data files of `target`. A whole object in one file is linked
 * instead of copied. Must be called in the same tick as the lookup of the object, because a write in between can remove the
 * files of the object.
 */
export async function copyContent(
  source: Bucket,
  object: ObjectRecord,
  range: ByteRange | null,
  target: DataFiles,
  algorithm?: ChecksumAlgorithm,
): Promise<CopiedContent> {
  const { start, end } = range ?? { start: 0, end: object.size - 1 };
  const release = source.data.hold(object.segments);
  try {
    const [first, ...others] = object.segments;
    const isWhole = start === 0 && end === object.size - 1;
    const isPlain = first !== undefined && others.length === 0 && object.uploadId === undefined;
    const { checksum } = object;
    if (isWhole && isPlain && (!algorithm || checksum?.algorithm === algorithm)) {
      const file = await source.data.duplicate(first.file, target);
      return { segments: [{ file, size: first.size }], size: first.size, etag: object.etag, checksum };
    }
    const meter = new BodyMeter({ limit: object.size, tooMuch: entityTooLarge, algorithm });
    const { file } = await target.create((sink) =>
      pipeline(source.data.read(object.segments, start, end), meter, sink),
    );
    const { size, md5, checksum: computed } = meter.digests();
    return { segments: [{ file, size }], size, etag: md5, ...(computed && { checksum: computed }) };
  } finally {
    release();
  }
}
