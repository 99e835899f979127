import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { signHeaders, signingContext } from './http/test-signing.ts';
import { startS3 } from './start-s3.ts';

const credentials = { accessKeyId: 'RECOVERY', secretAccessKey: 'secret' };
const Bucket = 'kept';
const md5 = (data: Uint8Array) => createHash('md5').update(data).digest('hex');

let directory: string;
const children: ChildProcess[] = [];
const clients: S3Client[] = [];
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 's3-recovery-'));
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(directory, { recursive: true });
});

const dataDirectory = () => path.join(directory, 'buckets', Bucket, 'data');

async function sizes(): Promise<number[]> {
  const files = await readdir(dataDirectory());
  return Promise.all(files.map(async (file) => (await stat(path.join(dataDirectory(), file))).size));
}

/** Starts the server in a separate process, which a test can kill. */
async function startChild() {
  const module = pathToFileURL(path.resolve('sandbox/s3/start-s3.ts')).href;
  const options = { ...credentials, directory, port: 0 };
  const script = `import { startS3 } from ${JSON.stringify(module)};
    console.log((await startS3(${JSON.stringify(options)})).url);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  const endpoint = url.toString().trim();
  const client = connect(endpoint);
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { client, endpoint, kill };
}

function connect(endpoint: string): S3Client {
  const client = new S3Client({ endpoint, region: 'eu-central-1', credentials, forcePathStyle: true, maxAttempts: 1 });
  clients.push(client);
  return client;
}

async function read(client: S3Client, Key: string): Promise<Uint8Array> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}

async function reopen<T>(use: (client: S3Client) => Promise<T>): Promise<T> {
  const server = await startS3({ ...credentials, directory, port: 0 });
  try {
    return await use(connect(server.url));
  } finally {
    await server.close();
  }
}

it('after a server was killed during an upload, the next start has the old object and no part of the new one', async () => {
  const { client, endpoint, kill } = await startChild();
  await client.send(new CreateBucketCommand({ Bucket }));
  await client.send(new PutObjectCommand({ Bucket, Key: 'pattern', Body: 'old' }));

  const url = `${endpoint}/${Bucket}/pattern`;
  const context = signingContext({ ...credentials, region: 'eu-central-1' });
  const { headers } = signHeaders(context, 'PUT', url, 'UNSIGNED-PAYLOAD', { 'content-length': '10000000' });
  const upload = request(url, { method: 'PUT', headers });
  const lost = once(upload, 'error');
  upload.write(randomBytes(5_000_000));
  while (!(await sizes()).some((size) => size > 1_000_000)) await pause(5);
  await kill();
  await lost;

  await reopen(async (again) => {
    expect(Buffer.from(await read(again, 'pattern')).toString()).toBe('old');
    const { Contents } = await again.send(new ListObjectsV2Command({ Bucket }));
    expect(Contents?.map(({ Key, Size }) => [Key, Size])).toEqual([['pattern', 3]]);
    expect(await sizes()).toEqual([3]);
  });
});

it('after a server was killed at any time, the next start has all acknowledged writes and only complete objects', async () => {
  const possibleContents = new Map<string, string[]>();
  const acknowledged = new Set<string>();
  for (let round = 0; round < 4; round++) {
    const { client, kill } = await startChild();
    if (round === 0) await client.send(new CreateBucketCommand({ Bucket }));
    const killed = new AbortController();
    let acknowledgedCount = 0;
    const write = async (writer: number) => {
      for (let turn = 0; !killed.signal.aborted; turn++) {
        const Key = `writer ${writer} object ${turn % 5}`;
        const Body = randomBytes(1000 + 40_000 * (turn % 3));
        // A write without a response can have taken effect or not, so the old and the new content are valid.
        possibleContents.set(Key, [...(possibleContents.get(Key) ?? []), md5(Body)]);
        await client.send(new PutObjectCommand({ Bucket, Key, Body }));
        possibleContents.set(Key, [md5(Body)]);
        acknowledged.add(Key);
        if (++acknowledgedCount === 12 + 7 * round) {
          killed.abort();
          await kill();
        }
      }
    };
    await Promise.allSettled([write(1), write(2), write(3)]);
  }

  await reopen(async (client) => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    for (const { Key = '', ETag } of Contents) {
      const found = md5(await read(client, Key));
      expect(`"${found}"`).toBe(ETag);
      expect(possibleContents.get(Key)).toContain(found);
    }
    expect(Contents.map(({ Key }) => Key)).toEqual(expect.arrayContaining([...acknowledged]));
    expect(await readdir(dataDirectory())).toHaveLength(Contents.length);
  });
});

it('a multipart upload can be continued after the server was killed', async () => {
  const { client, kill } = await startChild();
  await client.send(new CreateBucketCommand({ Bucket }));
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ Bucket, Key: 'x', ContentType: 'text/plain' }),
  );
  const upload = { Bucket, Key: 'x', UploadId };
  const first = randomBytes(5 * 1024 ** 2);
  const one = await client.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: first }));
  await kill();

  await reopen(async (again) => {
    const two = await again.send(new UploadPartCommand({ ...upload, PartNumber: 2, Body: 'tail' }));
    const Parts = [one, two].map(({ ETag }, index) => ({ ETag, PartNumber: index + 1 }));
    await again.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    expect(md5(await read(again, 'x'))).toBe(md5(Buffer.concat([first, Buffer.from('tail')])));
  });
});

it('a multipart upload is complete even if the server is killed right after it wrote the record of the object', async () => {
  const uploads = path.join(directory, 'buckets', Bucket, 'uploads');
  const upload = await reopen(async (client) => {
    await client.send(new CreateBucketCommand({ Bucket }));
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'x' }));
    const { ETag } = await client.send(
      new UploadPartCommand({ Bucket, Key: 'x', UploadId, PartNumber: 1, Body: 'content' }),
    );
    await cp(uploads, path.join(directory, 'before'), { recursive: true });
    const complete = { Bucket, Key: 'x', UploadId, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } };
    await client.send(new CompleteMultipartUploadCommand(complete));
    return complete;
  });
  await cp(path.join(directory, 'before'), uploads, { recursive: true });

  await reopen(async (client) => {
    expect((await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads).toBeUndefined();
    await client.send(new CompleteMultipartUploadCommand(upload));
    expect(Buffer.from(await read(client, 'x')).toString()).toBe('content');
  });
});

it('a second server on the same port fails without changing the files of the first server', async () => {
  const server = await startS3({ ...credentials, directory, port: 0 });
  try {
    await connect(server.url).send(new CreateBucketCommand({ Bucket }));
    const unfinished = path.join(dataDirectory(), 'unfinished');
    await writeFile(unfinished, 'half');
    await expect(startS3({ ...credentials, directory, port: server.port })).rejects.toThrow('EADDRINUSE');
    expect((await stat(unfinished)).size).toBe(4);
  } finally {
    await server.close();
  }
});
