import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AwsChunkedDecoder } from './aws-chunked.ts';
import { readRequest } from './s3-request.ts';
import { authenticate, openCredential } from './signature.ts';

/** These tests use the examples of "Authenticating Requests (AWS Signature Version 4)" in the Amazon S3 API Reference. */
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const credential = `${credentials.accessKeyId}/20130524/us-east-1/s3/aws4_request`;
const amzDate = '20130524T000000Z';

const request = (url: string, headers: Record<string, string>) =>
  readRequest({ method: 'GET', url, headers } as unknown as IncomingMessage);

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2013-05-24T00:00:00Z'), doNotFake: ['nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

it("the server accepts AWS's example of a presigned URL until it expires", () => {
  const query = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(credential)}&X-Amz-Date=${amzDate}&X-Amz-Expires=86400&X-Amz-SignedHeaders=host`;
  const signature = 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';
  const link = () =>
    request(`/test.txt?${query}&X-Amz-Signature=${signature}`, { host: 'examplebucket.s3.amazonaws.com' });
  expect(authenticate(link(), credentials).payload).toBe('UNSIGNED-PAYLOAD');
  jest.setSystemTime(Date.parse('2013-05-25T00:00:00Z'));
  expect(authenticate(link(), credentials).signature).toBe(signature);
  jest.setSystemTime(Date.parse('2013-05-25T00:00:01Z'));
  expect(() => authenticate(link(), credentials)).toThrow('Request has expired');
});

it("the server accepts AWS's example of a signed header", () => {
  const payload = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41`;
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': payload,
    'x-amz-date': amzDate,
    authorization,
  };
  expect(authenticate(request('/test.txt', headers), credentials).payload).toBe(payload);
  const changed = { ...headers, range: 'bytes=0-10' };
  expect(() => authenticate(request('/test.txt', changed), credentials)).toThrow('does not match');
});

it("the server decodes AWS's example of signed chunks", async () => {
  const signed = {
    ...openCredential(credential, amzDate, credentials),
    amzDate,
    signature: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    payload: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  };
  const body = [
    '10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n',
    `${'a'.repeat(65_536)}\r\n`,
    '400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n',
    `${'a'.repeat(1024)}\r\n`,
    '0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n',
  ].join('');
  const decode = (text: string, pieceSize: number) => {
    const pieces = Array.from({ length: Math.ceil(text.length / pieceSize) }, (_, index) =>
      Buffer.from(text.slice(index * pieceSize, (index + 1) * pieceSize)),
    );
    const decoder = new AwsChunkedDecoder(signed, false);
    Readable.from(pieces).pipe(decoder);
    return buffer(decoder);
  };
  for (const pieceSize of [1000, 7, 1e6]) expect((await decode(body, pieceSize)).toString()).toBe('a'.repeat(66_560));
  await expect(decode(body.replace('aaa', 'aba'), 1000)).rejects.toThrow('does not match its signature');
  await expect(decode(body.slice(0, -90), 1000)).rejects.toThrow('terminated unexpectedly');
});
