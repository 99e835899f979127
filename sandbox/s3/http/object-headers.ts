import type { ObjectDescription, ObjectRecord } from '../object-record.ts';
import { CHECKSUM_ALGORITHMS, checksumHeader, isChecksumAlgorithm, type ChecksumAlgorithm } from './checksums.ts';
import { S3Error, invalidArgument, notImplemented } from './s3-error.ts';

type Headers = Record<string, string>;

const STORED_HEADERS = [
  'content-type',
  'content-disposition',
  'content-encoding',
  'content-language',
  'cache-control',
  'expires',
] as const;

// Prefixes of refused headers. A client that sends one would rely on a protection or feature that does not exist.
const UNSUPPORTED = [
  'x-amz-tagging',
  'x-amz-object-lock-',
  'x-amz-website-redirect-location',
  'x-amz-server-side-encryption-',
  'x-amz-grant-',
  'x-amz-copy-source-server-side-encryption-',
];

const MAX_METADATA_BYTES = 2048;

/** @throws {S3Error} MetadataTooLarge, AccessControlListNotSupported, NotImplemented */
export function describeObject(headers: Headers): ObjectDescription {
  const unsupported = Object.keys(headers).find((name) => UNSUPPORTED.some((prefix) => name.startsWith(prefix)));
  if (unsupported) throw notImplemented(unsupported);
  if ((headers['x-amz-server-side-encryption'] ?? 'AES256') !== 'AES256')
    throw notImplemented('encryption with keys of the client');
  if ((headers['x-amz-acl'] ?? 'private') !== 'private')
    throw new S3Error(400, 'AccessControlListNotSupported', 'The bucket does not allow ACLs');
  const description: ObjectDescription = { headers: {}, metadata: {} };
  for (const name of STORED_HEADERS) {
    const value = name === 'content-encoding' ? withoutAwsChunked(headers[name]) : headers[name];
    if (value) description.headers[name] = value;
  }
  for (const [name, value] of Object.entries(headers))
    if (name.startsWith('x-amz-meta-')) description.metadata[name.slice('x-amz-meta-'.length)] = value;
  if (Buffer.byteLength(Object.entries(description.metadata).flat().join('')) > MAX_METADATA_BYTES)
    throw new S3Error(400, 'MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size');
  return description;
}

/**
 * @returns the headers of GET and HEAD responses without lengths and ranges; `response-*` parameters override stored headers
 */
export function objectHeaders(object: ObjectRecord, query: URLSearchParams): Headers {
  const headers: Headers = { 'content-type': 'binary/octet-stream', ...object.headers };
  for (const name of STORED_HEADERS) {
    const override = query.get(`response-${name}`);
    if (override !== null) headers[name] = headerValue(override);
  }
  for (const [name, value] of Object.entries(object.metadata)) headers[`x-amz-meta-${name}`] = value;
  return {
    ...headers,
    etag: `"${object.etag}"`,
    'last-modified': new Date(object.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
  };
}

/** @returns the algorithm of `x-amz-checksum-algorithm` */
export function declaredAlgorithm(headers: Headers): ChecksumAlgorithm | undefined {
  if (headers['x-amz-checksum-type'] === 'FULL_OBJECT')
    throw notImplemented('full object checksums of uploads in parts');
  const name = headers['x-amz-checksum-algorithm']?.toLowerCase();
  if (name === undefined) return undefined;
  if (!isChecksumAlgorithm(name)) throw notImplemented(`checksum ${name}`);
  return name;
}

/** @returns the headers without checksums; in some requests the checksums belong to the object, not to the body */
export function withoutChecksums(headers: Headers): Headers {
  const rest = { ...headers };
  for (const algorithm of CHECKSUM_ALGORITHMS) delete rest[checksumHeader(algorithm)];
  return rest;
}

function withoutAwsChunked(encoding: string | undefined): string | undefined {
  return encoding
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item && item !== 'aws-chunked')
    .join(',');
}

/**
 * Encodes text for a header of Node: one character per UTF-8 byte.
 * @throws {S3Error} InvalidArgument for characters that could end the header
 */
export function headerValue(text: string): string {
  // oxlint-disable-next-line no-control-regex -- searches control characters
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text))
    throw invalidArgument('Header value contains control characters');
  return Buffer.from(text, 'utf8').toString('latin1');
}
