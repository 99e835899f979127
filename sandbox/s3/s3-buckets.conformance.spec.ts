import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
} from '@aws-sdk/client-s3';
import { statusAndCode, openConformanceTarget, errorCode, type ConformanceTarget } from './conformance-target.ts';

let s3: ConformanceTarget;
beforeAll(async () => {
  s3 = await openConformanceTarget();
});
afterAll(() => s3.close());

it('buckets can be created and listed, and can be deleted when they are empty', async () => {
  const Bucket = s3.bucketName();
  await s3.client.send(new CreateBucketCommand({ Bucket }));
  await s3.client.send(new HeadBucketCommand({ Bucket }));
  const { Buckets } = await s3.client.send(new ListBucketsCommand({}));
  expect(Buckets?.map(({ Name }) => Name)).toContain(Bucket);
  await s3.put('x', 'x', { Bucket });
  expect(await errorCode(s3.client.send(new DeleteBucketCommand({ Bucket })))).toBe('BucketNotEmpty');
  await s3.client.send(new DeleteObjectCommand({ Bucket, Key: 'x' }));
  await s3.client.send(new DeleteBucketCommand({ Bucket }));
  expect(await errorCode(s3.client.send(new HeadBucketCommand({ Bucket })))).toBe(404);
});

it('buckets with invalid names are refused', async () => {
  expect(await errorCode(s3.client.send(new CreateBucketCommand({ Bucket: 'No_Such.Name' })))).toBe(
    'InvalidBucketName',
  );
});

it('buckets store their lifecycle rules', async () => {
  const Bucket = s3.bucketName();
  await s3.client.send(new CreateBucketCommand({ Bucket }));
  const read = () => s3.client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }));
  expect(await errorCode(read())).toBe('NoSuchLifecycleConfiguration');
  const rule = {
    ID: 'stale',
    Status: 'Enabled' as const,
    Filter: { Prefix: '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
  };
  await s3.client.send(
    new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules: [rule] } }),
  );
  expect((await read()).Rules).toEqual([rule]);
});

it('buckets allow only the origins of their CORS rules', async () => {
  const preflight = (Origin: string, method = 'PUT', header = 'content-type') =>
    fetch(s3.objectUrl('x'), {
      method: 'OPTIONS',
      headers: { Origin, 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': header },
    });
  expect((await preflight('https://shop.example')).status).toBe(403);
  const rule = {
    AllowedOrigins: ['https://*.example'],
    AllowedMethods: ['GET', 'PUT'],
    AllowedHeaders: ['content-*'],
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: 60,
  };
  await s3.client.send(new PutBucketCorsCommand({ Bucket: s3.bucket, CORSConfiguration: { CORSRules: [rule] } }));
  expect((await s3.client.send(new GetBucketCorsCommand({ Bucket: s3.bucket }))).CORSRules).toEqual([rule]);

  const allowed = await preflight('https://shop.example');
  expect(allowed.status).toBe(200);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://shop.example');
  expect(allowed.headers.get('access-control-max-age')).toBe('60');
  expect(await statusAndCode(await preflight('https://shop.evil'))).toBe('403 AccessForbidden');
  expect((await preflight('https://shop.example', 'DELETE')).status).toBe(403);
  expect((await preflight('https://shop.example', 'PUT', 'x-other')).status).toBe(403);
  const refused = await fetch(s3.objectUrl('x'), { headers: { Origin: 'https://shop.example' } });
  expect(refused.headers.get('access-control-expose-headers')).toBe('ETag');
});
