import type { ObjectRecord, WriteCondition } from '../object-record.ts';
import { S3Error, noSuchKey, notImplemented, preconditionFailed } from './s3-error.ts';

type Headers = Record<string, string>;

export interface ByteRange {
  start: number;
  /** Inclusive. */
  end: number;
}

const matches = (list: string, etag: string) =>
  list.split(',').some((item) => ['*', etag, `"${etag}"`].includes(item.trim().replace(/^W\//, '')));

const seconds = (date: string) => Math.floor(Date.parse(date) / 1000);

/**
 * Evaluates If-Match, If-Unmodified-Since, If-None-Match and If-Modified-Since in the order of HTTP.
 * @param prefix the prefix of the header names: `x-amz-copy-source-` for the source of a copy
 * @throws {S3Error} PreconditionFailed
 */
export function readCondition(headers: Headers, object: ObjectRecord, prefix = ''): 'send' | 'not modified' {
  const header = (name: string) => headers[`${prefix}${name}`];
  const [ifMatch, ifNoneMatch] = [header('if-match'), header('if-none-match')];
  const [unmodifiedSince, modifiedSince] = [header('if-unmodified-since'), header('if-modified-since')];
  const changed = seconds(object.lastModified);
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, object.etag)) throw preconditionFailed('If-Match');
  } else if (unmodifiedSince !== undefined && changed > seconds(unmodifiedSince))
    throw preconditionFailed('If-Unmodified-Since');
  const isUnmodified =
    ifNoneMatch === undefined
      ? modifiedSince !== undefined && changed <= seconds(modifiedSince)
      : matches(ifNoneMatch, object.etag);
  return isUnmodified ? 'not modified' : 'send';
}

/** @throws {S3Error} PreconditionFailed, also when the source is not modified */
export function checkCopySource(headers: Headers, source: ObjectRecord): void {
  if (readCondition(headers, source, 'x-amz-copy-source-') === 'not modified')
    throw preconditionFailed('If-None-Match');
}

/**
 * @returns a check of `If-None-Match: *` (the write must create the object) or If-Match (it must replace this version);
 * undefined if the request has neither header
 */
export function writeCondition(headers: Headers, key: string): WriteCondition | undefined {
  const ifNoneMatch = headers['if-none-match'];
  const ifMatch = headers['if-match'];
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') throw notImplemented('If-None-Match with an entity tag');
  if (ifNoneMatch === undefined && ifMatch === undefined) return undefined;
  return (current) => {
    if (ifNoneMatch && current) throw preconditionFailed('If-None-Match');
    if (ifMatch && !current) throw noSuchKey(key);
    if (ifMatch && current && !matches(ifMatch, current.etag)) throw preconditionFailed('If-Match');
  };
}

/**
 * @returns the requested range within the object; null when the whole object is sent, as for a request of several ranges
 * @throws {S3Error} InvalidRange
 */
export function readRange(headers: Headers, object: ObjectRecord): ByteRange | null {
  const ifRange = headers['if-range'];
  const isSameVersion =
    ifRange === undefined || ifRange === `"${object.etag}"` || seconds(ifRange) === seconds(object.lastModified);
  const match = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/.exec(headers.range ?? '');
  if (!match || !isSameVersion) return null;
  const [, first, last, suffix] = match;
  const start = suffix === undefined ? Number(first) : Math.max(0, object.size - Number(suffix));
  const end = suffix === undefined && last ? Math.min(Number(last), object.size - 1) : object.size - 1;
  if (suffix === undefined && last && Number(last) < Number(first)) return null;
  if (start > end)
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable', {
      RangeRequested: headers.range ?? '',
      ActualObjectSize: String(object.size),
    });
  return { start, end };
}

/** @returns the x-amz-copy-source-range of a part copy, whose ends must be within the object; null without this header */
export function readCopyRange(headers: Headers, object: ObjectRecord): ByteRange | null {
  const text = headers['x-amz-copy-source-range'];
  if (text === undefined) return null;
  const [, start, end] = (/^bytes=(\d+)-(\d+)$/.exec(text) ?? []).map(Number);
  if (start === undefined || end === undefined || start > end)
    throw new S3Error(
      400,
      'InvalidArgument',
      'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy',
    );
  if (end >= object.size)
    throw new S3Error(400, 'InvalidArgument', `Range specified is not valid for source object of size: ${object.size}`);
  return { start, end };
}
