import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectTaggingCommand,
  type GetObjectCommandInput,
} from '@aws-sdk/client-s3';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { openConformanceTarget, errorCode, type ConformanceTarget } from './conformance-target.ts';

let s3: ConformanceTarget;
const inBucket = <T extends object>(input: T) => ({ Bucket: s3.bucket, ...input });
const get = (Key: string, more?: Partial<GetObjectCommandInput>) =>
  s3.client.send(new GetObjectCommand(inBucket({ Key, ...more })));
const readText = async (response: ReturnType<typeof get>) => (await response).Body?.transformToString();
const putFirst = (body: string) => s3.put('only once', body, { IfNoneMatch: '*' });
const list = (more: object) => s3.client.send(new ListObjectsV2Command(inBucket({ Prefix: 'list/', ...more })));
const names = ({ Contents = [] }: { Contents?: { Key?: string }[] }) => Contents.map(({ Key }) => Key);
const md5 = (data: string | Buffer) => createHash('md5').update(data).digest('hex');

beforeAll(async () => {
  s3 = await openConformanceTarget();
});
afterAll(() => s3.close());

describe('objects', () => {
  it('are returned with bytes, type and metadata', async () => {
    const body = randomBytes(300_000);
    const described = { ContentType: 'application/pdf', CacheControl: 'private', Metadata: { pattern: 'skirt' } };
    const etag = await s3.put('described', body, described);
    const response = await get('described');
    expect(response).toMatchObject({ ...described, ETag: `"${md5(body)}"`, ContentLength: body.length });
    expect(etag).toBe(`"${md5(body)}"`);
    expect(Buffer.from((await response.Body?.transformToByteArray()) ?? [])).toEqual(body);
  });

  it.each([
    'Röckchen für Käthe.pdf',
    'a+b c%20d&e=f',
    "it's (a) *key*!",
    '🧵/Ω/ąę',
    'a//b/./../c/',
    '%2F?#[]@:;,$~"<>',
  ])('can have the key %p', async (key) => {
    await s3.put(key, key);
    expect((await s3.read(key)).toString()).toBe(key);
    const { Contents } = await s3.client.send(new ListObjectsV2Command(inBucket({ Prefix: key })));
    expect(Contents?.map(({ Key }) => Key)).toEqual([key]);
    await s3.client.send(
      new CopyObjectCommand(
        inBucket({ Key: 'copied', CopySource: encodeURI(`${s3.bucket}/`) + encodeURIComponent(key) }),
      ),
    );
    expect((await s3.read('copied')).toString()).toBe(key);
    await s3.client.send(new DeleteObjectsCommand(inBucket({ Delete: { Objects: [{ Key: key }] } })));
    expect(await errorCode(get(key))).toBe('NoSuchKey');
  });

  it('can be empty', async () => {
    await s3.put('empty', '', { ContentLength: 0 });
    expect(await s3.read('empty')).toHaveLength(0);
  });

  it('are reported with NoSuchKey when only the key is missing, and with NoSuchBucket when the bucket is missing', async () => {
    expect(await errorCode(get('nothing here'))).toBe('NoSuchKey');
    expect(await errorCode(s3.client.send(new HeadObjectCommand(inBucket({ Key: 'nothing here' }))))).toBe(404);
    expect(await errorCode(get('x', { Bucket: s3.bucketName() }))).toBe('NoSuchBucket');
  });

  it('can be deleted, even twice', async () => {
    await s3.put('doomed', 'x');
    await s3.client.send(new DeleteObjectCommand(inBucket({ Key: 'doomed' })));
    await s3.client.send(new DeleteObjectCommand(inBucket({ Key: 'doomed' })));
    expect(await errorCode(get('doomed'))).toBe('NoSuchKey');
  });

  it('have the content of one writer after concurrent writes', async () => {
    const bodies = Array.from({ length: 6 }, (_, index) => Buffer.alloc(400_000, index + 1));
    await Promise.all(bodies.map((body) => s3.put('contested', body)));
    const winner = await s3.read('contested');
    expect(bodies.some((body) => body.equals(winner))).toBe(true);
  });

  it('can be read to the end while they are replaced', async () => {
    const old = randomBytes(6_000_000);
    await s3.put('replaced', old);
    const reading = await get('replaced');
    await s3.put('replaced', 'new');
    expect(md5(Buffer.from((await reading.Body?.transformToByteArray()) ?? []))).toBe(md5(old));
    expect((await s3.read('replaced')).toString()).toBe('new');
  });
});

describe('ranges and conditions', () => {
  beforeAll(() => s3.put('ranged', '0123456789'));

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('the range %s returns %p', async (Range, text, ContentRange) => {
    const response = await get('ranged', { Range });
    expect(response).toMatchObject({ ContentRange, ContentLength: text.length });
    expect(await response.Body?.transformToString()).toBe(text);
  });

  it('a range beyond the end is refused', async () => {
    expect(await errorCode(get('ranged', { Range: 'bytes=10-' }))).toBe('InvalidRange');
  });

  it('a read can require a version, or exclude one', async () => {
    const ETag = `"${md5('0123456789')}"`;
    expect(await readText(get('ranged', { IfMatch: ETag }))).toBe('0123456789');
    expect(await errorCode(get('ranged', { IfMatch: '"other"' }))).toBe('PreconditionFailed');
    expect(await errorCode(get('ranged', { IfNoneMatch: ETag }))).toBe(304);
    expect(await readText(get('ranged', { IfNoneMatch: '"other"' }))).toBe('0123456789');
  });

  it('one of several concurrent create-only writes succeeds', async () => {
    const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map(putFirst));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await errorCode(putFirst('e'))).toBe('PreconditionFailed');
  });

  it('a write can require the version that it replaces', async () => {
    const etag = await s3.put('versioned', 'one');
    await s3.put('versioned', 'two', { IfMatch: etag });
    expect(await errorCode(s3.put('versioned', 'three', { IfMatch: etag }))).toBe('PreconditionFailed');
    expect((await s3.read('versioned')).toString()).toBe('two');
  });
});

describe('checksums', () => {
  it.each(['CRC32', 'CRC32C', 'SHA1', 'SHA256'] as const)(
    '%s is verified, stored and returned',
    async (ChecksumAlgorithm) => {
      await s3.put('summed', 'some text', { ChecksumAlgorithm });
      const name = `Checksum${ChecksumAlgorithm}` as const;
      const head = await s3.client.send(
        new HeadObjectCommand(inBucket({ Key: 'summed', ChecksumMode: 'ENABLED' as const })),
      );
      expect(head[name]).toMatch(/^[\w+/]+=*$/);
      const wrong = { [name]: Buffer.alloc(Buffer.from(head[name] ?? '', 'base64').length).toString('base64') };
      expect(await errorCode(s3.put('summed', 'some text', wrong))).toBe('BadDigest');
    },
  );

  it('a streamed upload sends its checksum in the trailer', async () => {
    const body = randomBytes(250_000);
    const Body = Readable.from([body.subarray(0, 100_000), body.subarray(100_000)]);
    const put = new PutObjectCommand(inBucket({ Key: 'streamed', Body, ContentLength: body.length }));
    expect((await s3.client.send(put)).ChecksumCRC32).toBeDefined();
    expect(md5(await s3.read('streamed'))).toBe(md5(body));
  });

  it('a wrong Content-MD5 is refused and changes nothing', async () => {
    await s3.put('digest', 'good');
    const ContentMD5 = createHash('md5').update('other').digest('base64');
    expect(await errorCode(s3.put('digest', 'bad', { ContentMD5 }))).toBe('BadDigest');
    expect((await s3.read('digest')).toString()).toBe('good');
  });
});

describe('CopyObject', () => {
  it('keeps the headers unless the request replaces them', async () => {
    await s3.put('original', 'text', { ContentType: 'text/plain', Metadata: { a: '1' } });
    const CopySource = `${s3.bucket}/original`;
    await s3.client.send(new CopyObjectCommand(inBucket({ Key: 'same', CopySource })));
    expect(await get('same')).toMatchObject({ ContentType: 'text/plain', Metadata: { a: '1' } });
    const replaced = { MetadataDirective: 'REPLACE' as const, ContentType: 'text/csv', Metadata: { b: '2' } };
    await s3.client.send(new CopyObjectCommand(inBucket({ Key: 'other', CopySource, ...replaced })));
    expect(await get('other')).toMatchObject({ ContentType: 'text/csv', Metadata: { b: '2' } });
    await s3.client.send(new DeleteObjectCommand(inBucket({ Key: 'original' })));
    expect((await s3.read('same')).toString()).toBe('text');
  });

  it('is refused onto its source, for a missing source, and when the source is not the required version', async () => {
    await s3.put('source', 'text');
    const copy = (Key: string, source: string, more = {}) =>
      errorCode(
        s3.client.send(new CopyObjectCommand(inBucket({ Key, CopySource: `${s3.bucket}/${source}`, ...more }))),
      );
    expect(await copy('source', 'source')).toBe('InvalidRequest');
    expect(await copy('x', 'missing')).toBe('NoSuchKey');
    expect(await copy('x', 'source', { CopySourceIfMatch: '"other"' })).toBe('PreconditionFailed');
  });
});

describe('listings', () => {
  const keys = ['list/a', 'list/b/1', 'list/b/2', 'list/c', 'list/ä', 'list/\uffee', 'list/😀'];
  beforeAll(() => Promise.all([...keys, 'lisu'].map((key) => s3.put(key, 'x'))));

  it('are in the order of UTF-8 bytes and limited to the prefix', async () => {
    expect(names(await list({}))).toEqual(keys);
    expect(names(await list({ StartAfter: 'list/b/2' }))).toEqual(keys.slice(3));
  });

  it('group keys by the delimiter', async () => {
    const page = await list({ Delimiter: '/' });
    expect(names(page)).toEqual(['list/a', 'list/c', 'list/ä', 'list/\uffee', 'list/😀']);
    expect(page.CommonPrefixes).toEqual([{ Prefix: 'list/b/' }]);
    expect(page.KeyCount).toBe(6);
  });

  it.each([1, 2, 3])('return all keys and groups in pages of %p', async (MaxKeys) => {
    const listed: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await list({ Delimiter: '/', MaxKeys, ContinuationToken });
      listed.push(...names(page), ...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    const expected = ['list/a', 'list/b/', 'list/c', 'list/ä', 'list/\uffee', 'list/😀'];
    expect(listed.sort()).toEqual(expected.sort());
  });
});

it('tagging is accepted by S3 and refused by the fake; the object does not change', async () => {
  await s3.put('untagged', 'x');
  const Tagging = { TagSet: [{ Key: 'a', Value: 'b' }] };
  const tag = s3.client.send(new PutObjectTaggingCommand(inBucket({ Key: 'untagged', Tagging })));
  expect([undefined, 'NotImplemented']).toContain(
    await tag.then(
      () => undefined,
      (error: Error) => error.name,
    ),
  );
  expect((await s3.read('untagged')).toString()).toBe('x');
});
