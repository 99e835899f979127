import { checksumElement, checksumHeader, type Checksum } from './checksums.ts';
import { checkCopySource, readCopyRange, writeCondition } from './conditions.ts';
import { copyContent, findCopySource } from '../copy-content.ts';
import { sendEmpty, sendXml, type Handler, type SignedExchange } from './exchange.ts';
import { readCount } from '../list-objects.ts';
import { declaredAlgorithm, describeObject, withoutChecksums } from './object-headers.ts';
import { receiveBody, receiveText, receiveXml } from './receive-body.ts';
import { S3Error, invalidArgument, malformedXml } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import type { RequestedPart, PartRecord } from '../uploads.ts';
import { childrenNamed, element, parent, childText, xmlDocument, type XmlNode } from './xml.ts';

const MAX_PARTS = 10_000;

/** Handlers of multipart uploads, with the keys of `selectHandler`. */
export const MULTIPART_HANDLERS: Record<string, Handler> = {
  'POST uploads': startUpload,
  'PUT uploadId': (exchange) =>
    exchange.request.headers['x-amz-copy-source'] ? uploadPartCopy(exchange) : uploadPart(exchange),
  'GET uploadId': listParts,
  'POST uploadId': completeUpload,
  'DELETE uploadId': async ({ request, response, store }) => {
    await store.bucket(request.bucket).uploads.abort(uploadId(request), request.key);
    sendEmpty(response, 204);
  },
};

const uploadId = ({ query }: S3Request) => query.get('uploadId') ?? '';

async function startUpload({ request, signed, response, store }: SignedExchange): Promise<void> {
  const { headers, key } = request;
  const bucket = store.bucket(request.bucket);
  const checksumAlgorithm = declaredAlgorithm(headers);
  await receiveText(request, signed);
  const upload = await bucket.uploads.start({ key, ...describeObject(headers), checksumAlgorithm });
  const declared = checksumAlgorithm && {
    'x-amz-checksum-algorithm': checksumAlgorithm.toUpperCase(),
    'x-amz-checksum-type': 'COMPOSITE',
  };
  const names = [element('Bucket', bucket.name), element('Key', key), element('UploadId', upload.id)];
  sendXml(response, xmlDocument('InitiateMultipartUploadResult', ...names), 200, { ...declared });
}

async function uploadPart({ request, signed, response, store }: SignedExchange): Promise<void> {
  const { data, uploads } = store.bucket(request.bucket);
  const upload = uploads.find(uploadId(request), request.key);
  const number = partNumber(request.query.get('partNumber'));
  const { file, result } = await data.create((sink) => receiveBody(request, signed, sink, upload.checksumAlgorithm));
  const { size, md5, checksum } = result;
  const segments = [{ file, size }];
  try {
    if (upload.checksumAlgorithm && checksum?.algorithm !== upload.checksumAlgorithm)
      throw new S3Error(
        400,
        'InvalidRequest',
        `Checksum Type mismatch occurred, expected checksum Type: ${upload.checksumAlgorithm}, actual checksum Type: ${checksum?.algorithm}`,
      );
    await uploads.putPart(upload, { number, etag: md5, size, segments, checksum });
  } catch (error) {
    await data.discard(segments);
    throw error;
  }
  sendEmpty(response, 200, {
    etag: `"${md5}"`,
    ...(checksum && { [checksumHeader(checksum.algorithm)]: checksum.value }),
  });
}

async function uploadPartCopy({ request, signed, response, store }: SignedExchange): Promise<void> {
  const { headers, query } = request;
  const { data, uploads } = store.bucket(request.bucket);
  const upload = uploads.find(uploadId(request), request.key);
  const number = partNumber(query.get('partNumber'));
  await receiveText(request, signed);
  const { bucket, object } = findCopySource(store, headers['x-amz-copy-source'] ?? '');
  checkCopySource(headers, object);
  const range = readCopyRange(headers, object);
  const content = await copyContent(bucket, object, range, data, upload.checksumAlgorithm);
  let part: PartRecord;
  try {
    part = await uploads.putPart(upload, { number, ...content });
  } catch (error) {
    await data.discard(content.segments);
    throw error;
  }
  sendXml(response, xmlDocument('CopyPartResult', ...partElements(part)));
}

async function listParts({ request, response, store }: SignedExchange): Promise<void> {
  const { query, bucket, key } = request;
  const upload = store.bucket(bucket).uploads.find(uploadId(request), key);
  const marker = Number(query.get('part-number-marker') ?? 0);
  const maxParts = readCount(query, 'max-parts');
  const following = [...upload.parts.values()]
    .filter(({ number }) => number > marker)
    .sort((a, b) => a.number - b.number);
  const page = following.slice(0, maxParts);
  sendXml(
    response,
    xmlDocument(
      'ListPartsResult',
      element('Bucket', bucket),
      element('Key', key),
      element('UploadId', upload.id),
      element('PartNumberMarker', marker),
      element('NextPartNumberMarker', page.at(-1)?.number),
      element('MaxParts', maxParts),
      element('IsTruncated', following.length > page.length),
      ...page.map((part) =>
        parent('Part', element('PartNumber', part.number), element('Size', part.size), ...partElements(part)),
      ),
    ),
  );
}

async function completeUpload({ request, signed, response, store }: SignedExchange): Promise<void> {
  const { key } = request;
  const bucket = store.bucket(request.bucket);
  // In this request a checksum header belongs to the completed object, not to the body.
  const headers = withoutChecksums(request.headers);
  const document = await receiveXml({ ...request, headers }, signed, 'CompleteMultipartUpload');
  const requested = childrenNamed(document, 'Part').map(readPart);
  if (requested.length === 0) throw malformedXml();
  const object = await bucket.uploads.complete(bucket, uploadId(request), key, requested, writeCondition(headers, key));
  sendXml(
    response,
    xmlDocument(
      'CompleteMultipartUploadResult',
      element('Location', `http://${headers.host}${request.path}`),
      element('Bucket', bucket.name),
      element('Key', key),
      element('ETag', `"${object.etag}"`),
      checksumXml(object.checksum),
    ),
  );
}

function readPart(part: XmlNode): RequestedPart {
  const checksum = part.children.find(({ name }) => name.startsWith('Checksum'))?.text.trim();
  return {
    number: partNumber(childText(part, 'PartNumber') ?? null),
    etag: (childText(part, 'ETag') ?? '').trim().replaceAll('"', ''),
    ...(checksum && { checksum }),
  };
}

/** @throws {S3Error} InvalidArgument */
function partNumber(text: string | null): number {
  const number = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 0;
  if (number < 1 || number > MAX_PARTS)
    throw invalidArgument(`Part number must be an integer between 1 and ${MAX_PARTS}, inclusive`);
  return number;
}

const partElements = (part: PartRecord) => [
  element('LastModified', part.lastModified),
  element('ETag', `"${part.etag}"`),
  checksumXml(part.checksum),
];

const checksumXml = (checksum: Checksum | undefined) =>
  checksum ? element(checksumElement(checksum.algorithm), checksum.value) : '';
