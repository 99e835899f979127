import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SigningIdentity } from './http/test-signing.ts';
import { startS3 } from './start-s3.ts';

/** The S3 that the conformance tests use, with a new bucket: the fake, or the S3 of the variables `S3_CONFORMANCE_*`. */
export interface ConformanceTarget {
  client: S3Client;
  endpoint: string;
  identity: SigningIdentity;
  bucket: string;
  /** @returns a unique name for another bucket, which `close` removes */
  bucketName(): string;
  put(key: string, body: string | Buffer, more?: Partial<PutObjectCommandInput>): Promise<string>;
  read(key: string): Promise<Buffer>;
  objectUrl(key: string): string;
  createClient(credentials: Partial<SigningIdentity>): S3Client;
  close(): Promise<void>;
}

export async function openConformanceTarget(): Promise<ConformanceTarget> {
  const env = process.env;
  const directory = await mkdtemp(path.join(tmpdir(), 's3-conformance-'));
  const identity: SigningIdentity = {
    accessKeyId: env['S3_CONFORMANCE_ACCESS_KEY_ID'] ?? 'CONFORMANCE',
    secretAccessKey: env['S3_CONFORMANCE_SECRET_ACCESS_KEY'] ?? 'a secret with / and +',
    region: env['S3_CONFORMANCE_REGION'] ?? 'eu-central-1',
  };
  const remote = env['S3_CONFORMANCE_ENDPOINT'];
  const fake = remote ? null : await startS3({ ...identity, directory, port: 0 });
  const endpoint = (remote ?? fake?.url ?? '').replace(/\/$/, '');
  const clients: S3Client[] = [];
  const createClient = (other: Partial<SigningIdentity>) => {
    const { region, ...credentials } = { ...identity, ...other };
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 });
    clients.push(client);
    return client;
  };
  const client = createClient({});
  const buckets: string[] = [];
  const bucketName = () => {
    const name = `${env['S3_CONFORMANCE_BUCKET_PREFIX'] ?? 'conformance-'}${randomUUID().slice(0, 18)}`;
    buckets.push(name);
    return name;
  };
  const bucket = bucketName();
  await client.send(new CreateBucketCommand({ Bucket: bucket }));

  return {
    client,
    endpoint,
    identity,
    bucket,
    bucketName,
    createClient,
    objectUrl: (key) => `${endpoint}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`,
    put: async (Key, Body, more) => {
      const { ETag } = await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ...more }));
      return ETag ?? '';
    },
    read: async (Key) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    close: async () => {
      for (const name of buckets) await removeBucket(client, name);
      for (const each of clients) each.destroy();
      await fake?.close();
      await rm(directory, { recursive: true });
    },
  };
}

async function removeBucket(client: S3Client, Bucket: string): Promise<void> {
  try {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
    for (const { Key, UploadId } of Uploads)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket, Key }));
    await client.send(new DeleteBucketCommand({ Bucket }));
  } catch (error) {
    if (!(error instanceof Error && error.name === 'NoSuchBucket')) throw error;
  }
}

/** @returns the S3 error code of a refused request, or its HTTP status if the response has no body */
export async function errorCode(work: Promise<unknown>): Promise<string | number | undefined> {
  const error: unknown = await work.then(
    () => new Error('the request was accepted'),
    (reason: unknown) => reason,
  );
  const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
  return ['UnknownError', 'Unknown', 'NotFound', 'NotModified', '304'].includes(name)
    ? $metadata?.httpStatusCode
    : name;
}

/** @returns HTTP status and S3 error code of a response, for example `403 AccessDenied` */
export async function statusAndCode(response: Response): Promise<string> {
  const text = await response.text();
  return `${response.status} ${/<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''}`.trim();
}

/** Sends a request with half of its body and closes the connection; resolves when the server has closed it too. */
export function sendHalfBody(
  method: string,
  url: string,
  headers: Record<string, string>,
  half: string,
): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise<void>((closed, failed) => {
    const socket = connect(Number(port) || 80, hostname);
    socket
      .on('error', failed)
      .on('close', () => closed())
      .resume();
    socket.end(`${method} ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n${half}`);
  });
}
