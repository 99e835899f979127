import { Logger } from '@nestjs/common';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetBucketCorsCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import { startS3 } from '#sandbox/s3/start-s3.ts';
import type { Config } from '../config/config.js';
import { Files } from './files.js';

const KEYS = { accessKeyId: 'test-access-key', secretAccessKey: 'test-secret-access-key' };
const REGION = 'eu-central-1';
const SHOP = 'https://shop.example';

const createFiles = (endpoint: string | null, settings: Partial<Config['s3']> = {}) =>
  new Files({
    publicUrl: `${SHOP}/`,
    s3: { endpoint, publicEndpoint: null, region: REGION, bucket: 'patterns', ...KEYS, ...settings },
  } as Config);

describe('ensureBucket', () => {
  let directory: string;
  let s3: Awaited<ReturnType<typeof startS3>>;
  let files: Files;
  let client: S3Client;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'files-'));
    s3 = await startS3({ ...KEYS, directory, port: 0 });
    files = createFiles(s3.url);
    client = new S3Client({ endpoint: s3.url, region: REGION, credentials: KEYS, forcePathStyle: true });
  });
  afterAll(async () => {
    files.onApplicationShutdown();
    client.destroy();
    await s3.close();
    rmSync(directory, { recursive: true });
  });

  /** @returns `origin` if the storage allows uploads from it, otherwise null */
  const findAllowedOrigin = async (origin: string) => {
    const headers = { origin, 'access-control-request-method': 'POST' };
    const response = await fetch(`${s3.url}/patterns`, { method: 'OPTIONS', headers });
    return response.headers.get('access-control-allow-origin');
  };
  const readRules = async () => (await client.send(new GetBucketCorsCommand({ Bucket: 'patterns' }))).CORSRules!;
  const setRules = (CORSRules: { AllowedOrigins: string[]; AllowedMethods: string[] }[]) =>
    client.send(new PutBucketCorsCommand({ Bucket: 'patterns', CORSConfiguration: { CORSRules } }));

  it('allows uploads only from the origin of the shop', async () => {
    await files.ensureBucket();
    expect([await findAllowedOrigin(SHOP), await findAllowedOrigin('https://elsewhere.example')]).toEqual([SHOP, null]);
  });

  it('adds its rule to an existing bucket and keeps the other rules', async () => {
    const otherRule = { AllowedOrigins: ['https://backup.example'], AllowedMethods: ['GET'] };
    await setRules([otherRule]);
    expect(await findAllowedOrigin(SHOP)).toBeNull();
    await Promise.all([files.ensureBucket(), files.ensureBucket()]);
    await files.ensureBucket();
    expect(await findAllowedOrigin(SHOP)).toBe(SHOP);
    expect(await readRules()).toEqual([
      expect.objectContaining(otherRule),
      expect.objectContaining({ AllowedOrigins: [SHOP] }),
    ]);
  });

  it('logs a warning when the storage does not permit the CORS rule', async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.statusCode = request.method === 'HEAD' ? 200 : 403;
      response.end(request.method === 'HEAD' ? '' : '<Error><Code>AccessDenied</Code></Error>');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const restricted = createFiles(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await restricted.ensureBucket();
    expect(warned).toHaveBeenCalledWith(expect.objectContaining({ origin: SHOP }), expect.stringContaining('CORS'));
    warned.mockRestore();
    expect(requests.some((request) => /cors/.test(request))).toBe(true);
    restricted.onApplicationShutdown();
    await new Promise((closed) => server.close(closed));
  });
});

it.each([
  ['the endpoint of the storage', createFiles('http://127.0.0.1:9000'), 'http://127.0.0.1:9000'],
  [
    'the public endpoint',
    createFiles('http://storage:9000', { publicEndpoint: 'https://files.shop.example/s3' }),
    'https://files.shop.example',
  ],
  ['the AWS host of the bucket', createFiles(null), 'https://patterns.s3.eu-central-1.amazonaws.com'],
  [
    'the AWS host of the region, for a bucket name with dots',
    createFiles(null, { bucket: 'my.shop' }),
    'https://s3.eu-central-1.amazonaws.com',
  ],
])('browsers send uploads to %s', async (_, files, origin) => {
  const { url } = await files.presignUpload('incoming/x', 'application/pdf', [1, 2], 60);
  expect([files.uploadOrigin, new URL(url).origin]).toEqual([origin, origin]);
  files.onApplicationShutdown();
});
