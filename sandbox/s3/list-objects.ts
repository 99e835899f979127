import { compareUtf8, type Bucket } from './bucket.ts';
import { invalidArgument } from './http/s3-error.ts';
import { encodeRfc3986 } from './http/signature.ts';
import { element, parent, xmlDocument } from './http/xml.ts';

const MAX_KEYS = 1000;

interface Page {
  keys: string[];
  commonPrefixes: string[];
  /** The last key or common prefix of this page. The next page continues after it. */
  last: string;
  isTruncated: boolean;
}

/** @returns the XML response of ListObjectsV2, or of ListObjects (version 1), which older tools use */
export function listObjects(bucket: Bucket, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const maxKeys = readCount(query, 'max-keys');
  const isV2 = query.get('list-type') === '2';
  const token = query.get('continuation-token');
  const startAfter = query.get('start-after') ?? '';
  const marker = query.get('marker') ?? '';
  const after = isV2 ? (token === null ? startAfter : Buffer.from(token, 'base64url').toString()) : marker;
  const page = readPage(bucket.sortedKeys(), prefix, delimiter, after, maxKeys);
  const encode = nameEncoding(query);

  const contents = page.keys.map((key) => {
    const object = bucket.get(key);
    return parent(
      'Contents',
      element('Key', encode(key)),
      element('LastModified', object?.lastModified),
      element('ETag', `"${object?.etag}"`),
      element('ChecksumAlgorithm', object?.checksum?.algorithm.toUpperCase()),
      element('Size', object?.size),
      element('StorageClass', 'STANDARD'),
    );
  });
  const next = Buffer.from(page.last).toString('base64url');
  return xmlDocument(
    'ListBucketResult',
    element('Name', bucket.name),
    element('Prefix', encode(prefix)),
    element('Delimiter', delimiter ? encode(delimiter) : undefined),
    element('EncodingType', query.get('encoding-type') ?? undefined),
    element('MaxKeys', maxKeys),
    element('IsTruncated', page.isTruncated),
    isV2 ? element('KeyCount', page.keys.length + page.commonPrefixes.length) : element('Marker', encode(marker)),
    element('StartAfter', isV2 && startAfter ? encode(startAfter) : undefined),
    element('ContinuationToken', token ?? undefined),
    page.isTruncated ? (isV2 ? element('NextContinuationToken', next) : element('NextMarker', encode(page.last))) : '',
    ...contents,
    ...page.commonPrefixes.map((common) => parent('CommonPrefixes', element('Prefix', encode(common)))),
  );
}

/** @returns the encoding of names in a response; with `encoding-type=url`, names can contain characters that XML forbids */
export function nameEncoding(query: URLSearchParams): (name: string) => string {
  if (query.get('encoding-type') !== 'url') return (name) => name;
  return (name) => encodeRfc3986(name).replaceAll('%2F', '/');
}

/** @returns the page size, at most 1000. @throws {S3Error} InvalidArgument */
export function readCount(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? String(MAX_KEYS);
  if (!/^\d{1,9}$/.test(text)) throw invalidArgument(`Provided ${name} not an integer or within integer range`);
  return Math.min(MAX_KEYS, Number(text));
}

function readPage(keys: readonly string[], prefix: string, delimiter: string, after: string, max: number): Page {
  const page: Page = { keys: [], commonPrefixes: [], last: '', isTruncated: false };
  for (
    let index = firstIndexFrom(keys, compareUtf8(prefix, after) > 0 ? prefix : after);
    index < keys.length;
    index++
  ) {
    const key = keys[index] ?? '';
    if (!key.startsWith(prefix)) {
      if (compareUtf8(key, prefix) > 0) break;
      continue;
    }
    const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    const common = cut < 0 ? null : key.slice(0, cut + delimiter.length);
    const wasListed = common === null ? compareUtf8(key, after) <= 0 : after.startsWith(common) || common === page.last;
    if (wasListed) continue;
    if (page.keys.length + page.commonPrefixes.length >= max) {
      page.isTruncated = max > 0;
      break;
    }
    page.last = common ?? key;
    if (common === null) page.keys.push(key);
    else page.commonPrefixes.push(common);
  }
  return page;
}

/** @returns the index of the first key that does not precede `name` */
function firstIndexFrom(keys: readonly string[], name: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareUtf8(keys[middle] ?? '', name) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
