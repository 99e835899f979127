import { pipeline } from 'node:stream/promises';
import type { ObjectRecord } from '../object-record.ts';
import { methodNotAllowed } from './bucket-routes.ts';
import { checksumElement, checksumHeader } from './checksums.ts';
import { checkCopySource, readCondition, readRange, writeCondition } from './conditions.ts';
import { copyContent, findCopySource } from '../copy-content.ts';
import { selectHandler, sendEmpty, sendXml, type Handler, type SignedExchange } from './exchange.ts';
import { MULTIPART_HANDLERS } from './multipart-routes.ts';
import { describeObject, objectHeaders } from './object-headers.ts';
import { receiveBody, receiveText } from './receive-body.ts';
import { S3Error, noSuchKey, notImplemented } from './s3-error.ts';
import { element, xmlDocument } from './xml.ts';

const HANDLERS: Record<string, Handler> = {
  GET: getObject,
  HEAD: getObject,
  PUT: (exchange) => (exchange.request.headers['x-amz-copy-source'] ? copyObject(exchange) : putObject(exchange)),
  DELETE: async ({ request, response, store }) => {
    await store.bucket(request.bucket).delete(request.key);
    sendEmpty(response, 204);
  },
  POST: async () => {
    throw methodNotAllowed();
  },
  ...MULTIPART_HANDLERS,
};

/** Handles the requests for an object. */
export async function routeObject(exchange: SignedExchange): Promise<void> {
  const { request } = exchange;
  const handler = selectHandler(HANDLERS, request);
  if (!handler) throw notImplemented(`${request.method} ${[...request.query.keys()].join(' ')}`);
  return handler(exchange);
}

async function putObject({ request, signed, response, store }: SignedExchange): Promise<void> {
  const bucket = store.bucket(request.bucket);
  const description = describeObject(request.headers);
  const condition = writeCondition(request.headers, request.key);
  // Refuses early, before the body is received. `bucket.put` checks the condition again.
  condition?.(bucket.get(request.key));
  const { file, result } = await bucket.data.create((sink) => receiveBody(request, signed, sink));
  const { size, md5, checksum } = result;
  const segments = [{ file, size }];
  try {
    await bucket.put({ key: request.key, ...description, etag: md5, size, segments, checksum }, condition);
  } catch (error) {
    await bucket.data.discard(segments);
    throw error;
  }
  sendEmpty(response, 200, {
    etag: `"${md5}"`,
    ...(checksum && { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': 'FULL_OBJECT' }),
  });
}

async function copyObject({ request, signed, response, store }: SignedExchange): Promise<void> {
  const { headers, key } = request;
  const target = store.bucket(request.bucket);
  await receiveText(request, signed);
  const { bucket, object } = findCopySource(store, headers['x-amz-copy-source'] ?? '');
  checkCopySource(headers, object);
  const isReplacing = headers['x-amz-metadata-directive'] === 'REPLACE';
  if (bucket === target && object.key === key && !isReplacing)
    throw new S3Error(
      400,
      'InvalidRequest',
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  const description = isReplacing ? describeObject(headers) : { headers: object.headers, metadata: object.metadata };
  const content = await copyContent(bucket, object, null, target.data);
  let copy: ObjectRecord;
  try {
    copy = await target.put({ key, ...description, ...content }, writeCondition(headers, key));
  } catch (error) {
    await target.data.discard(content.segments);
    throw error;
  }
  sendXml(
    response,
    xmlDocument(
      'CopyObjectResult',
      element('LastModified', copy.lastModified),
      element('ETag', `"${copy.etag}"`),
      copy.checksum ? element(checksumElement(copy.checksum.algorithm), copy.checksum.value) : '',
    ),
  );
}

async function getObject({ request, response, store }: SignedExchange): Promise<void> {
  const { headers, query, method, key } = request;
  const bucket = store.bucket(request.bucket);
  const object = bucket.get(key);
  if (!object) throw noSuchKey(key);
  const responseHeaders = objectHeaders(object, query);
  if (readCondition(headers, object) === 'not modified') {
    const { etag = '', 'last-modified': lastModified = '' } = responseHeaders;
    return sendEmpty(response, 304, { etag, 'last-modified': lastModified });
  }
  const range = readRange(headers, object);
  const { start, end } = range ?? { start: 0, end: object.size - 1 };
  if (range) responseHeaders['content-range'] = `bytes ${start}-${end}/${object.size}`;
  if (object.checksum && !range && headers['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED') {
    responseHeaders[checksumHeader(object.checksum.algorithm)] = object.checksum.value;
    responseHeaders['x-amz-checksum-type'] = object.uploadId ? 'COMPOSITE' : 'FULL_OBJECT';
  }
  response.writeHead(range ? 206 : 200, { ...responseHeaders, 'content-length': end - start + 1 });
  if (method === 'HEAD' || object.size === 0) {
    response.end();
    return;
  }
  const release = bucket.data.hold(object.segments);
  try {
    await pipeline(bucket.data.read(object.segments, start, end), response);
  } finally {
    release();
  }
}
