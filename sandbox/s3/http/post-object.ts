import Busboy from 'busboy';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BodyMeter, type BodyDigests } from './body-meter.ts';
import type { Bucket } from '../bucket.ts';
import { checksumHeader, isChecksumAlgorithm } from './checksums.ts';
import { sendEmpty, sendXml, type Exchange } from './exchange.ts';
import { describeObject } from './object-headers.ts';
import { checkPostPolicy, type FormFields } from './post-policy.ts';
import { entityTooLarge } from './receive-body.ts';
import { S3Error, invalidArgument, notImplemented } from './s3-error.ts';
import { checkKeyLength } from './s3-request.ts';
import { encodeRfc3986 } from './signature.ts';
import { element, xmlDocument } from './xml.ts';

interface ReceivedFile extends BodyDigests {
  key: string;
  file: string;
}

/** Handles an upload form with a signed policy. The form contains fields and then one file, which is streamed to disk. */
export async function postObject({ request, response, store, credentials }: Exchange): Promise<void> {
  const { incoming } = request;
  const bucket = store.bucket(request.bucket);
  const fields: FormFields = {};
  const form = openForm(incoming);
  let hasFile = false;
  const received = new Promise<ReceivedFile>((resolve, reject) => {
    form.on('field', (name, value) => {
      fields[name.toLowerCase()] = value;
    });
    form.on('file', (name, content, { filename }) => {
      hasFile = true;
      // A refused form destroys its unread file, which then emits an error. The form reports the same error.
      content.on('error', () => undefined);
      receiveFile(bucket, fields, name, content, filename, credentials).then(resolve, (error: Error) => {
        // Stops parsing; the error handler drains the rest of the body.
        form.destroy(error);
        reject(error);
      });
    });
    form.on('error', () => undefined);
    form.on('close', () => {
      if (!hasFile) reject(invalidArgument('POST requires exactly one file upload per request.'));
    });
  });
  const [file, read] = await Promise.allSettled([
    received,
    pipeline(incoming.iterator({ destroyOnReturn: false }), form),
  ]);
  if (file.status === 'rejected') throw incoming.complete ? toS3Error(file.reason) : file.reason;
  const { key, md5, size, checksum } = file.value;
  const segments = [{ file: file.value.file, size }];
  try {
    if (read.status === 'rejected') throw toS3Error(read.reason);
    await bucket.put({ key, ...describeObject(toHeaderBytes(fields)), etag: md5, size, segments, checksum });
  } catch (error) {
    await bucket.data.discard(segments);
    throw error;
  }
  const location = `http://${request.headers.host}/${bucket.name}/${key.split('/').map(encodeRfc3986).join('/')}`;
  const headers = { etag: `"${md5}"`, location };
  const redirect = redirectTarget(fields, bucket.name, key, md5);
  if (redirect) return sendEmpty(response, 303, { ...headers, location: redirect });
  if (fields['success_action_status'] !== '201')
    return sendEmpty(response, fields['success_action_status'] === '200' ? 200 : 204, headers);
  const names = { Location: location, Bucket: bucket.name, Key: key, ETag: headers.etag };
  const elements = Object.entries(names).map(([name, value]) => element(name, value));
  sendXml(response, xmlDocument('PostResponse', ...elements), 201, headers);
}

function openForm({ headers }: IncomingMessage): Busboy.Busboy {
  try {
    return Busboy({ headers, defParamCharset: 'utf8', limits: { files: 1, fields: 100, fieldSize: 64 * 1024 } });
  } catch (error) {
    throw toS3Error(error);
  }
}

async function receiveFile(
  bucket: Bucket,
  fields: FormFields,
  fieldName: string,
  content: Readable,
  filename: string | undefined,
  credentials: Exchange['credentials'],
): Promise<ReceivedFile> {
  if (fieldName !== 'file') throw invalidArgument('POST requires exactly one file upload per request.');
  if (!fields['key']) throw invalidArgument("Bucket POST must contain a field named 'key'.");
  const key = fields['key'].replaceAll('${filename}', () => filename?.split(/[/\\]/).at(-1) ?? '');
  checkKeyLength(key);
  const { min, max } = checkPostPolicy({ ...fields, key }, bucket.name, credentials);
  describeObject(fields);
  const checksumField = Object.keys(fields).find((name) => /^x-amz-checksum-(?!algorithm$|type$)/.test(name));
  const algorithm = checksumField?.replace('x-amz-checksum-', '');
  if (algorithm !== undefined && !isChecksumAlgorithm(algorithm)) throw notImplemented(String(checksumField));

  const meter = new BodyMeter({ limit: max, tooMuch: entityTooLarge, algorithm });
  const { file, result } = await bucket.data.create(async (sink) => {
    await pipeline(content, meter, sink);
    const digests = meter.digests();
    if (digests.size < min)
      throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
        ProposedSize: String(digests.size),
        MinSizeAllowed: String(min),
      });
    if (algorithm && digests.checksum?.value !== fields[checksumHeader(algorithm)])
      throw new S3Error(400, 'BadDigest', `The ${algorithm.toUpperCase()} you specified did not match.`);
    return digests;
  });
  return { ...result, key, file };
}

function redirectTarget(fields: FormFields, bucket: string, key: string, md5: string): string | null {
  const target = fields['success_action_redirect'];
  if (!target || !URL.canParse(target)) return null;
  const url = new URL(target);
  for (const [name, value] of Object.entries({ bucket, key, etag: `"${md5}"` })) url.searchParams.set(name, value);
  return url.href;
}

/** @returns an S3Error for an error of the parser; errors of the disk are returned unchanged */
const toS3Error = (error: unknown) =>
  error instanceof S3Error || (error instanceof Error && 'syscall' in error)
    ? error
    : new S3Error(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed multipart/form-data.');

/** @returns form fields in the encoding of headers: one character per UTF-8 byte */
const toHeaderBytes = (fields: FormFields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Buffer.from(value, 'utf8').toString('latin1')]),
  );
