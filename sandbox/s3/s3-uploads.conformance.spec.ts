import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  type CompletedPart,
  type CreateMultipartUploadCommandInput,
  type UploadPartCopyCommandInput,
} from '@aws-sdk/client-s3';
import { createHash, randomBytes } from 'node:crypto';
import { openConformanceTarget, errorCode, type ConformanceTarget } from './conformance-target.ts';

const MIB = 1024 ** 2;
const first = randomBytes(5 * MIB);
const second = randomBytes(5 * MIB + 3);
const md5 = (data: Buffer) => createHash('md5').update(data).digest();

let s3: ConformanceTarget;
beforeAll(async () => {
  s3 = await openConformanceTarget();
});
afterAll(() => s3.close());

/** Starts a multipart upload. @returns its identification and functions that send its requests */
async function startUpload(Key: string, more: Partial<CreateMultipartUploadCommandInput> = {}) {
  const { UploadId } = await s3.client.send(new CreateMultipartUploadCommand({ Bucket: s3.bucket, Key, ...more }));
  const upload = { Bucket: s3.bucket, Key, UploadId };
  return {
    upload,
    part: async (PartNumber: number, Body: Buffer | string): Promise<CompletedPart> => {
      const command = new UploadPartCommand({ ...upload, PartNumber, Body, ChecksumAlgorithm: more.ChecksumAlgorithm });
      const { ETag, ChecksumSHA256 } = await s3.client.send(command);
      return { PartNumber, ETag, ...(more.ChecksumAlgorithm && { ChecksumSHA256 }) };
    },
    copy: async (PartNumber: number, key: string, rest: Partial<UploadPartCopyCommandInput> = {}) => {
      const CopySource = `${s3.bucket}/${encodeURIComponent(key)}`;
      const command = new UploadPartCopyCommand({ ...upload, PartNumber, CopySource, ...rest });
      return { PartNumber, ETag: (await s3.client.send(command)).CopyPartResult?.ETag };
    },
    complete: (Parts: CompletedPart[], rest = {}) =>
      s3.client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts }, ...rest })),
    abort: () => s3.client.send(new AbortMultipartUploadCommand(upload)),
    parts: (rest = {}) => s3.client.send(new ListPartsCommand({ ...upload, ...rest })),
  };
}

it('parts that arrive in any order become one object with the headers of the upload', async () => {
  const { part, complete } = await startUpload('in parts', { ContentType: 'application/pdf', Metadata: { a: '1' } });
  const [three, one, two] = [await part(3, 'tail'), await part(1, first), await part(2, second)];
  const { ETag } = await complete([one, two, three]);
  const digests = [first, second, Buffer.from('tail')].map(md5);
  expect(ETag).toBe(`"${md5(Buffer.concat(digests)).toString('hex')}-3"`);
  const whole = Buffer.concat([first, second, Buffer.from('tail')]);
  expect(md5(await s3.read('in parts'))).toEqual(md5(whole));
  const head = await s3.client.send(new HeadObjectCommand({ Bucket: s3.bucket, Key: 'in parts' }));
  expect(head).toMatchObject({ ContentType: 'application/pdf', Metadata: { a: '1' }, ContentLength: whole.length });

  const Range = `bytes=${5 * MIB - 2}-${5 * MIB + 1}`;
  const middle = await s3.client.send(new GetObjectCommand({ Bucket: s3.bucket, Key: 'in parts', Range }));
  const expected = Buffer.concat([first.subarray(-2), second.subarray(0, 2)]);
  expect(Buffer.from((await middle.Body?.transformToByteArray()) ?? [])).toEqual(expected);
});

it('an upload that is not completed does not change the object, and an aborted upload no longer exists', async () => {
  await s3.put('pending', 'old');
  const { upload, part, abort, complete, parts } = await startUpload('pending');
  const one = await part(1, first);
  expect((await s3.read('pending')).toString()).toBe('old');
  const { Uploads } = await s3.client.send(new ListMultipartUploadsCommand({ Bucket: s3.bucket, Prefix: 'pend' }));
  expect(Uploads?.map(({ UploadId }) => UploadId)).toEqual([upload.UploadId]);
  await abort();
  expect(await errorCode(complete([one]))).toBe('NoSuchUpload');
  expect(await errorCode(parts())).toBe('NoSuchUpload');
  expect((await s3.read('pending')).toString()).toBe('old');
});

it('a part replaces an earlier part with the same number', async () => {
  const { part, complete } = await startUpload('again');
  const stale = await part(1, 'first try');
  const fresh = await part(1, 'second try');
  expect(await errorCode(complete([stale]))).toBe('InvalidPart');
  await complete([fresh]);
  expect((await s3.read('again')).toString()).toBe('second try');
});

it('parts are listed in pages', async () => {
  const { part, parts, abort } = await startUpload('listed');
  for (const number of [2, 7, 9]) await part(number, `part ${number}`);
  const page = await parts({ MaxParts: 2 });
  expect(page.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
    [2, 6],
    [7, 6],
  ]);
  expect(page.IsTruncated).toBe(true);
  const rest = await parts({ PartNumberMarker: page.NextPartNumberMarker });
  expect(rest.Parts?.map(({ PartNumber }) => PartNumber)).toEqual([9]);
  await abort();
});

it('a completion with wrong, missing, unordered or too small parts is refused, and can be corrected', async () => {
  const { part, complete } = await startUpload('corrected');
  const [one, two] = [await part(1, 'small'), await part(2, second)];
  expect(await errorCode(complete([{ ...one, ETag: two.ETag }]))).toBe('InvalidPart');
  expect(await errorCode(complete([{ PartNumber: 5, ETag: one.ETag }]))).toBe('InvalidPart');
  expect(await errorCode(complete([two, one]))).toBe('InvalidPartOrder');
  expect(await errorCode(complete([one, two]))).toBe('EntityTooSmall');
  await complete([two]);
  expect(md5(await s3.read('corrected'))).toEqual(md5(second));
});

it('a part is refused for a key other than that of the upload, and for a part number outside 1 to 10,000', async () => {
  const { upload, part, abort } = await startUpload('own key');
  const elsewhere = new UploadPartCommand({ ...upload, Key: 'other key', PartNumber: 1, Body: 'x' });
  expect(await errorCode(s3.client.send(elsewhere))).toBe('NoSuchUpload');
  expect(await errorCode(part(10_001, 'x'))).toBe('InvalidArgument');
  expect(await errorCode(part(0, 'x'))).toBe('InvalidArgument');
  await abort();
});

it('a completion can require that no object has the key', async () => {
  await s3.put('taken', 'first');
  const { part, complete, abort } = await startUpload('taken');
  const one = await part(1, 'second');
  expect(await errorCode(complete([one], { IfNoneMatch: '*' }))).toBe('PreconditionFailed');
  expect((await s3.read('taken')).toString()).toBe('first');
  await abort();
});

it('a tail can be appended to a copied master', async () => {
  const ETag = await s3.put('Schnitt für A0.pdf', first);
  const { part, copy, complete } = await startUpload('personal copy');
  const head = await copy(1, 'Schnitt für A0.pdf', { CopySourceIfMatch: ETag });
  await complete([head, await part(2, 'tail')]);
  const whole = Buffer.concat([first, Buffer.from('tail')]);
  expect(md5(await s3.read('personal copy'))).toEqual(md5(whole));

  await s3.put('Schnitt für A0.pdf', 'a new version');
  expect(md5(await s3.read('personal copy'))).toEqual(md5(whole));
});

it('ranges of a multipart object can be copied', async () => {
  const source = await startUpload('source of ranges');
  await source.complete([await source.part(1, first), await source.part(2, second)]);
  const { copy, complete } = await startUpload('ranges');
  const one = await copy(1, 'source of ranges', { CopySourceRange: `bytes=1-${6 * MIB}` });
  const two = await copy(2, 'source of ranges', { CopySourceRange: 'bytes=0-9' });
  await complete([one, two]);
  const whole = Buffer.concat([first, second]);
  expect(md5(await s3.read('ranges'))).toEqual(
    md5(Buffer.concat([whole.subarray(1, 6 * MIB + 1), whole.subarray(0, 10)])),
  );
});

it('a copy is refused when its source is not the required version, is missing, or is shorter than the range', async () => {
  await s3.put('short', '0123456789');
  const { copy, abort } = await startUpload('refused copy');
  expect(await errorCode(copy(1, 'short', { CopySourceIfMatch: '"other"' }))).toBe('PreconditionFailed');
  expect(await errorCode(copy(1, 'missing'))).toBe('NoSuchKey');
  expect(await errorCode(copy(1, 'short', { CopySourceRange: 'bytes=5-10' }))).toBe('InvalidArgument');
  expect(await errorCode(copy(1, 'short', { CopySourceRange: 'bytes=5-' }))).toBe('InvalidArgument');
  await abort();
});

it('an upload with a declared checksum algorithm requires a checksum of each part and returns one of the object', async () => {
  const { part, complete } = await startUpload('summed', { ChecksumAlgorithm: 'SHA256' });
  const parts = [await part(1, first), await part(2, 'tail')];
  expect(await errorCode(complete(parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }))))).toBe('InvalidRequest');
  const { ChecksumSHA256 } = await complete(parts);
  const digests = [first, 'tail'].map((body) => createHash('sha256').update(body).digest());
  const expected = createHash('sha256').update(Buffer.concat(digests)).digest('base64');
  expect(ChecksumSHA256).toBe(`${expected}-2`);
  expect(md5(await s3.read('summed'))).toEqual(md5(Buffer.concat([first, Buffer.from('tail')])));
});

it('a repeated completion has the same response', async () => {
  const { part, complete } = await startUpload('twice');
  const parts = [await part(1, 'once')];
  const { ETag } = await complete(parts);
  expect((await complete(parts)).ETag).toBe(ETag);
});
