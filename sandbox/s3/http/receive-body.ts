import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsChunkedDecoder } from './aws-chunked.ts';
import { BodyMeter, type BodyDigests } from './body-meter.ts';
import { checksumHeader, isChecksumAlgorithm, type ChecksumAlgorithm } from './checksums.ts';
import { S3Error, malformedXml, notImplemented } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import { UNSIGNED_PAYLOAD, type Signed } from './signature.ts';
import { parseXml, type XmlNode } from './xml.ts';

const MAX_BODY_BYTES = 5 * 1024 ** 3;
const MAX_XML_BYTES = 2 * 1024 ** 2;

/**
 * Streams the body into `sink` and verifies its length, its Content-MD5, its signature (the signed SHA-256 of the body or
 * the signatures of its chunks) and its checksum (from a header or a trailer), as far as the client has sent them. When it
 * throws, the content of the sink must be discarded.
 * @param defaultAlgorithm the algorithm of the checksum that is computed when the client declares none
 */
export async function receiveBody(
  request: S3Request,
  signed: Signed,
  sink: Writable,
  defaultAlgorithm?: ChecksumAlgorithm,
): Promise<BodyDigests> {
  const { headers, incoming } = request;
  const streaming = streamingMode(signed.payload);
  const bodyLength = declaredLength(headers, streaming !== null);
  const declared = declaredChecksum(headers);
  const algorithm = declared?.algorithm ?? defaultAlgorithm;
  const meter = new BodyMeter({
    limit: bodyLength,
    tooMuch: incompleteBody,
    algorithm,
    sha256: isHash(signed.payload),
  });
  const decoder = streaming && new AwsChunkedDecoder(streaming.signed ? signed : null, streaming.trailer);
  // On failure, pipeline() with the request itself would close the socket before the error response is sent.
  const source = incoming.iterator({ destroyOnReturn: false });
  try {
    await (decoder ? pipeline(source, decoder, meter, sink) : pipeline(source, meter, sink));
  } catch (error) {
    throw incoming.complete || error instanceof S3Error ? error : incompleteBody();
  }

  const { sha256, ...digests } = meter.digests();
  if (digests.size !== bodyLength) throw incompleteBody();
  const md5 = headers['content-md5'];
  if (md5 !== undefined && md5 !== Buffer.from(digests.md5, 'hex').toString('base64')) throw badDigest('Content-MD5');
  if (sha256 && sha256 !== signed.payload)
    throw new S3Error(
      400,
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  if (declared) {
    const declaredValue = declared.value ?? decoder?.trailers[checksumHeader(declared.algorithm)];
    if (declaredValue === undefined)
      throw new S3Error(400, 'MalformedTrailerError', 'The announced trailing checksum is missing');
    if (declaredValue !== digests.checksum?.value) throw badDigest(declared.algorithm.toUpperCase());
  }
  return digests;
}

/** Reads and verifies a small body, such as an XML document. @throws {S3Error} EntityTooLarge above 2 MiB */
export async function receiveText(request: S3Request, signed: Signed): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  const sink = new Writable({
    write(bytes: Buffer, _encoding, done) {
      size += bytes.length;
      if (size <= MAX_XML_BYTES) pieces.push(bytes);
      done(size > MAX_XML_BYTES ? entityTooLarge() : null);
    },
  });
  await receiveBody(request, signed, sink);
  return Buffer.concat(pieces).toString('utf8');
}

/** @throws {S3Error} MalformedXML unless the body is one well-formed document with this root element */
export async function receiveXml(request: S3Request, signed: Signed, root: string): Promise<XmlNode> {
  const document = parseXml(await receiveText(request, signed));
  if (document?.name !== root) throw malformedXml();
  return document;
}

export const entityTooLarge = () =>
  new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');

const isHash = (payload: string) => /^[0-9a-f]{64}$/.test(payload);

function streamingMode(payload: string): { signed: boolean; trailer: boolean } | null {
  if (payload === UNSIGNED_PAYLOAD || isHash(payload)) return null;
  if (payload === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') return { signed: false, trailer: true };
  if (payload === 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD') return { signed: true, trailer: false };
  if (payload === 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER') return { signed: true, trailer: true };
  throw notImplemented(`x-amz-content-sha256 ${payload}`);
}

function declaredLength(headers: Record<string, string>, streaming: boolean): number {
  const hasNoBody = !streaming && headers['transfer-encoding'] === undefined;
  const text =
    (streaming ? headers['x-amz-decoded-content-length'] : headers['content-length']) ?? (hasNoBody ? '0' : '');
  if (!/^\d+$/.test(text))
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  if (Number(text) > MAX_BODY_BYTES) throw entityTooLarge();
  return Number(text);
}

function declaredChecksum(headers: Record<string, string>): { algorithm: ChecksumAlgorithm; value?: string } | null {
  const names = Object.keys(headers).filter((name) => /^x-amz-checksum-(?!algorithm$|mode$|type$)/.test(name));
  const trailer = headers['x-amz-trailer']?.toLowerCase();
  const [name, another] = trailer ? [...names, trailer] : names;
  if (!name) return null;
  if (another) throw new S3Error(400, 'InvalidRequest', 'Expecting a single x-amz-checksum- header');
  const algorithm = name.replace('x-amz-checksum-', '');
  if (!isChecksumAlgorithm(algorithm)) throw notImplemented(name);
  return { algorithm, value: headers[name] };
}

const incompleteBody = () =>
  new S3Error(400, 'IncompleteBody', 'You did not provide the number of bytes specified by the Content-Length header');

const badDigest = (what: string) =>
  new S3Error(400, 'BadDigest', `The ${what} you specified did not match the calculated checksum.`);
