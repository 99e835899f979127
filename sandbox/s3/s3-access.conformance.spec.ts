import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, type PutObjectCommandInput } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createHash, randomBytes } from 'node:crypto';
import {
  statusAndCode,
  sendHalfBody,
  openConformanceTarget,
  errorCode,
  type ConformanceTarget,
} from './conformance-target.ts';
import { signChunks, signHeaders, signingContext } from './http/test-signing.ts';

let s3: ConformanceTarget;
const UNSIGNED = 'UNSIGNED-PAYLOAD';
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
const link = (options: { signingDate?: Date; expiresIn?: number } = {}, more = {}) =>
  getSignedUrl(s3.client, new GetObjectCommand({ Bucket: s3.bucket, Key: 'secret', ...more }), options);
const putLink = (input: Partial<PutObjectCommandInput>) =>
  getSignedUrl(s3.createClient({}), new PutObjectCommand({ Bucket: s3.bucket, Key: 'by link', ...input }));
const readWith = (identity: Parameters<ConformanceTarget['createClient']>[0]) =>
  errorCode(s3.createClient(identity).send(new GetObjectCommand({ Bucket: s3.bucket, Key: 'secret' })));
const signed = (method: string, key: string, payload: string, more = {}, date = new Date()) => {
  const context = signingContext(s3.identity, date);
  return { context, ...signHeaders(context, method, s3.objectUrl(key), payload, more) };
};

beforeAll(async () => {
  s3 = await openConformanceTarget();
  await s3.put('secret', 'for buyers only');
  await s3.put('another', 'not bought');
});
afterAll(() => s3.close());

describe('a presigned URL', () => {
  it('returns the object or a range', async () => {
    const url = await link();
    expect(await (await fetch(url)).text()).toBe('for buyers only');
    const part = await fetch(url, { headers: { Range: 'bytes=4-9' } });
    expect([part.status, await part.text()]).toEqual([206, 'buyers']);
  });

  it('can set the file name, also with umlauts, and the content type of the response', async () => {
    const ResponseContentDisposition = `attachment; filename*=UTF-8''${encodeURIComponent('Röckchen.pdf')}`;
    const response = await fetch(
      await link({}, { ResponseContentDisposition, ResponseContentType: 'application/pdf' }),
    );
    expect(response.headers.get('content-disposition')).toBe(ResponseContentDisposition);
    expect(response.headers.get('content-type')).toBe('application/pdf');
  });

  it('is refused after it expires', async () => {
    expect((await fetch(await link({ signingDate: ago(50), expiresIn: 60 }))).status).toBe(200);
    expect(await statusAndCode(await fetch(await link({ signingDate: ago(62), expiresIn: 60 })))).toBe(
      '403 AccessDenied',
    );
  });

  it('is refused before its signing date', async () => {
    expect((await fetch(await link({ signingDate: ago(-3600) }))).status).toBe(403);
  });

  it.each([
    [
      'a replaced signature',
      (url: URL) => url.searchParams.set('X-Amz-Signature', '0'.repeat(64)),
      'SignatureDoesNotMatch',
    ],
    ['a changed expiry', (url: URL) => url.searchParams.set('X-Amz-Expires', '86400'), 'SignatureDoesNotMatch'],
    [
      'a replaced key',
      (url: URL) => (url.pathname = url.pathname.replace('secret', 'another')),
      'SignatureDoesNotMatch',
    ],
    [
      'an added parameter',
      (url: URL) => url.searchParams.set('response-content-type', 'text/html'),
      'SignatureDoesNotMatch',
    ],
    ['no signature', (url: URL) => (url.search = ''), 'AccessDenied'],
  ])('with %s is refused', async (_, tamper, code) => {
    const url = new URL(await link());
    tamper(url);
    expect(await statusAndCode(await fetch(url))).toBe(`403 ${code}`);
  });

  it('for GET cannot be used for HEAD, PUT or DELETE', async () => {
    const url = await link();
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(403);
    expect(await statusAndCode(await fetch(url, { method: 'PUT', body: 'x' }))).toBe('403 SignatureDoesNotMatch');
    expect(await statusAndCode(await fetch(url, { method: 'DELETE' }))).toBe('403 SignatureDoesNotMatch');
    expect((await s3.read('secret')).toString()).toBe('for buyers only');
  });

  it('is valid for seven days at most', async () => {
    const url = new URL(await link());
    url.searchParams.set('X-Amz-Expires', String(7 * 24 * 3600 + 1));
    expect(await statusAndCode(await fetch(url))).toBe('400 AuthorizationQueryParametersError');
  });
});

describe('presigned URLs', () => {
  it('for HEAD return the size', async () => {
    const url = await getSignedUrl(s3.client, new HeadObjectCommand({ Bucket: s3.bucket, Key: 'secret' }));
    expect((await fetch(url, { method: 'HEAD' })).headers.get('content-length')).toBe('15');
  });

  it('for PUT accept only the signed body', async () => {
    const ChecksumSHA256 = createHash('sha256').update('promised').digest('base64');
    const url = await putLink({ ChecksumSHA256 });
    expect(await statusAndCode(await fetch(url, { method: 'PUT', body: 'replaced' }))).toBe('400 BadDigest');
    expect((await fetch(url, { method: 'PUT', body: 'promised' })).status).toBe(200);
    expect((await s3.read('by link')).toString()).toBe('promised');
  });

  it('for PUT store the signed headers', async () => {
    const client = s3.createClient({});
    client.config.requestChecksumCalculation = async () => 'WHEN_REQUIRED';
    const described = { ContentType: 'application/pdf', Metadata: { designer: 'kaethe' } };
    const command = new PutObjectCommand({ Bucket: s3.bucket, Key: 'described', ...described });
    const url = await getSignedUrl(client, command, { signableHeaders: new Set(['content-type']) });
    const put = (type: string) => fetch(url, { method: 'PUT', body: 'x', headers: { 'Content-Type': type } });
    expect(await statusAndCode(await put('text/html'))).toBe('403 SignatureDoesNotMatch');
    expect((await put('application/pdf')).status).toBe(200);
    expect(await s3.client.send(new GetObjectCommand({ Bucket: s3.bucket, Key: 'described' }))).toMatchObject(
      described,
    );
  });
});

describe('a request', () => {
  it('with a wrong secret key, with an unknown access key, or without a signature is refused', async () => {
    expect(await readWith({ secretAccessKey: 'guessed' })).toBe('SignatureDoesNotMatch');
    expect(await readWith({ accessKeyId: 'OTHERACCOUNT' })).toBe('InvalidAccessKeyId');
    expect(await statusAndCode(await fetch(s3.objectUrl('secret')))).toBe('403 AccessDenied');
  });

  it('with a date more than 15 minutes before or after the current time is refused', async () => {
    for (const seconds of [-1000, 1000]) {
      const { headers } = signed('GET', 'secret', UNSIGNED, {}, ago(seconds));
      expect(await statusAndCode(await fetch(s3.objectUrl('secret'), { headers }))).toBe('403 RequestTimeTooSkewed');
    }
    const { headers } = signed('GET', 'secret', UNSIGNED, {}, ago(800));
    expect((await fetch(s3.objectUrl('secret'), { headers })).status).toBe(200);
  });

  it('with an added or changed x-amz header is refused', async () => {
    const { headers } = signed('PUT', 'on its way', UNSIGNED, { 'x-amz-meta-a': '1' });
    const send = (more: Record<string, string>) =>
      fetch(s3.objectUrl('on its way'), { method: 'PUT', body: 'x', headers: { ...headers, ...more } });
    expect(await statusAndCode(await send({ 'x-amz-meta-a': '2' }))).toBe('403 SignatureDoesNotMatch');
    expect(await statusAndCode(await send({ 'x-amz-meta-b': '2' }))).toBe('403 AccessDenied');
    expect((await send({})).status).toBe(200);
  });

  it('is refused when its body is not the signed one', async () => {
    const { headers } = signed('PUT', 'signed body', sha256('this'));
    const response = await fetch(s3.objectUrl('signed body'), { method: 'PUT', body: 'that', headers });
    expect(await statusAndCode(response)).toBe('400 XAmzContentSHA256Mismatch');
    expect(await errorCode(s3.read('signed body'))).toBe('NoSuchKey');
  });

  it.each([false, true])(
    'with signed chunks (trailer: %p) is accepted, and refused when a chunk or the trailer is changed',
    async (withTrailer) => {
      const chunks = [randomBytes(65_536), randomBytes(9000), Buffer.from('end')];
      const trailer = {
        name: 'x-amz-checksum-sha256',
        value: createHash('sha256').update(Buffer.concat(chunks)).digest('base64'),
      };
      const payload = `STREAMING-AWS4-HMAC-SHA256-PAYLOAD${withTrailer ? '-TRAILER' : ''}`;
      const { context, headers, signature } = signed('PUT', 'chunked', payload, {
        'content-encoding': 'aws-chunked',
        'x-amz-decoded-content-length': String(Buffer.concat(chunks).length),
        ...(withTrailer && { 'x-amz-trailer': trailer.name }),
      });
      const body = signChunks(context, signature, chunks, withTrailer ? trailer : undefined);
      const send = () => fetch(s3.objectUrl('chunked'), { method: 'PUT', body: new Uint8Array(body), headers });
      expect((await send()).status).toBe(200);
      expect(sha256(await s3.read('chunked'))).toBe(sha256(Buffer.concat(chunks)));

      body[70_000] = (body[70_000] ?? 0) ^ 1;
      expect(await statusAndCode(await send())).toBe('403 SignatureDoesNotMatch');
      body[70_000] = (body[70_000] ?? 0) ^ 1;
      const lastDigit = body.length - 5;
      body[lastDigit] = body[lastDigit] === 48 ? 49 : 48;
      expect(await statusAndCode(await send())).toBe('403 SignatureDoesNotMatch');
      expect(sha256(await s3.read('chunked'))).toBe(sha256(Buffer.concat(chunks)));
    },
  );

  it('in chunks that end before the declared length is refused', async () => {
    const { headers } = signed('PUT', 'too short', 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', {
      'content-encoding': 'aws-chunked',
      'x-amz-decoded-content-length': '10',
    });
    const send = (body: string) => fetch(s3.objectUrl('too short'), { method: 'PUT', body, headers });
    expect(await statusAndCode(await send('5\r\nhello\r\n0\r\n\r\n'))).toBe('400 IncompleteBody');
    expect(await statusAndCode(await send('a\r\nhellohello\r\n'))).toBe('400 IncompleteBody');
    expect(await errorCode(s3.read('too short'))).toBe('NoSuchKey');
    expect((await send('a\r\nhellohello\r\n0\r\n\r\n')).status).toBe(200);
  });

  it('with an incomplete body does not change the old object', async () => {
    await s3.put('broken off', 'whole');
    const { headers } = signed('PUT', 'broken off', UNSIGNED, { 'content-length': '1000' });
    await sendHalfBody('PUT', s3.objectUrl('broken off'), headers, 'half of it');
    expect((await s3.read('broken off')).toString()).toBe('whole');
  });
});
