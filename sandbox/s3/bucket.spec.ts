import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Bucket } from './bucket.ts';

let directory: string;
let bucket: Bucket;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 's3-bucket-'));
  writeFileSync(path.join(directory, 'bucket.json'), JSON.stringify({ createdAt: new Date().toISOString() }));
  bucket = new Bucket(directory);
});
afterEach(() => rmSync(directory, { recursive: true }));

const objects = () => path.join(directory, 'objects');
const data = () => path.join(directory, 'data');

async function put(key: string, ...contents: string[]) {
  const segments = [];
  for (const content of contents) {
    const { file } = await bucket.data.create(
      (sink) => new Promise<void>((resolve, reject) => sink.on('error', reject).end(content, () => resolve())),
    );
    segments.push({ file, size: content.length });
  }
  const size = contents.join('').length;
  return bucket.put({ key, etag: 'e', size, segments, headers: {}, metadata: {} });
}

it('an object is on disk when `put` resolves', async () => {
  await put('key', 'content');
  const [record = ''] = readdirSync(objects());
  expect(JSON.parse(readFileSync(path.join(objects(), record), 'utf8'))).toMatchObject({ key: 'key', size: 7 });
  expect(bucket.get('key')?.size).toBe(7);
});

it('an object is removed from disk when `delete` resolves', async () => {
  const { segments } = await put('key', 'content');
  await bucket.delete('key');
  expect(readdirSync(objects())).toEqual([]);
  expect(segments.some(({ file }) => existsSync(path.join(data(), file)))).toBe(false);
});

it('the files of a replaced object stay until their readers are done', async () => {
  const old = await put('key', 'first ', 'second ', 'third');
  const release = bucket.data.hold(old.segments);
  await put('key', 'new');
  expect((await buffer(bucket.data.read(old.segments, 2, 15))).toString()).toBe('rst second thi');
  expect(readdirSync(data())).toHaveLength(4);
  release();
  await bucket.delete('key');
  const reopened = new Bucket(directory);
  expect([reopened.isEmpty, readdirSync(data())]).toEqual([true, []]);
});

it('the next start removes the files of an interrupted write', async () => {
  await put('key', 'content');
  writeFileSync(path.join(data(), 'orphan'), 'half');
  writeFileSync(path.join(objects(), 'record.json.tmp'), '{"key":');
  const reopened = new Bucket(directory);
  expect(reopened.sortedKeys()).toEqual(['key']);
  expect([readdirSync(data()).length, readdirSync(objects()).length]).toEqual([1, 1]);
});
