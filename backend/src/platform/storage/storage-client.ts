import { S3Client } from '@aws-sdk/client-s3';
import type { Config } from '../config/config.js';
import { storageSpan } from './storage-span.js';

/** The S3 clients of one process. */
export interface StorageClient {
  client: S3Client;
  /** Signs URLs and forms for browsers; uses the storage's public endpoint. */
  presigner: S3Client;
  /** The path of the shop from which requests are forwarded to the storage; null when browsers reach it directly. */
  publicPath: string | null;
  /** The origin to which browsers upload; null when it is the shop's origin. */
  uploadOrigin: string | null;
}

export function openStorage(s3: Config['s3']): StorageClient {
  const options = {
    region: s3.region,
    ...(s3.accessKeyId &&
      s3.secretAccessKey && {
        credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
      }),
    maxAttempts: 4,
    // Without `throwOnRequestTimeout` the SDK only logs a warning, and an unresponsive storage would block a job.
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
  };
  const forcePathStyle = s3.endpoint !== null;
  const client = new S3Client({ ...options, forcePathStyle, ...(s3.endpoint && { endpoint: s3.endpoint }) });
  client.middlewareStack.add(storageSpan, { step: 'initialize' });
  const publicPath = s3.publicEndpoint?.startsWith('/') ? s3.publicEndpoint : null;
  const publicEndpoint = (publicPath ? null : s3.publicEndpoint) ?? s3.endpoint ?? undefined;
  // A presigned URL must not contain the checksum of a body that does not exist yet.
  const presigner = new S3Client({
    ...options,
    forcePathStyle,
    ...(publicEndpoint && { endpoint: publicEndpoint }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const address = { Bucket: s3.bucket, Region: s3.region, Endpoint: publicEndpoint, ForcePathStyle: forcePathStyle };
  const uploadOrigin = publicPath ? null : presigner.config.endpointProvider(address).url.origin;
  return { client, presigner, publicPath, uploadOrigin };
}
