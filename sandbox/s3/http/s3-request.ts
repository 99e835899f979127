import type { IncomingMessage } from 'node:http';
import { S3Error } from './s3-error.ts';

/** A parsed request. Authentication adds the `x-amz-*` parameters of a presigned URL to `headers`. */
export interface S3Request {
  incoming: IncomingMessage;
  method: string;
  /** The raw path, because signatures cover its encoding. */
  path: string;
  bucket: string;
  /** Empty for requests for a bucket. */
  key: string;
  query: URLSearchParams;
  headers: Record<string, string>;
}

const MAX_KEY_BYTES = 1024;

/** @throws {S3Error} InvalidURI, KeyTooLongError */
export function readRequest(incoming: IncomingMessage): S3Request {
  const url = incoming.url ?? '/';
  const questionMark = url.indexOf('?');
  const path = questionMark < 0 ? url : url.slice(0, questionMark);
  const slash = path.indexOf('/', 1);
  const bucket = decode(slash < 0 ? path.slice(1) : path.slice(1, slash));
  const key = slash < 0 ? '' : decode(path.slice(slash + 1));
  checkKeyLength(key);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(',') : value;
  const query = new URLSearchParams(questionMark < 0 ? '' : url.slice(questionMark + 1));
  return { incoming, method: incoming.method ?? 'GET', path, bucket, key, query, headers };
}

/** @throws {S3Error} KeyTooLongError */
export function checkKeyLength(key: string): void {
  if (Buffer.byteLength(key) > MAX_KEY_BYTES)
    throw new S3Error(400, 'KeyTooLongError', 'Your key is too long', { MaxSizeAllowed: String(MAX_KEY_BYTES) });
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}
