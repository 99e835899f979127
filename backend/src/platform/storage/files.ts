import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketCorsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { attachment } from './attachment.js';
import { allowsUploads, LIFECYCLE, uploadRule } from './bucket-rules.js';
import type { Config } from '../config/config.js';
import { toForwardedUrl } from '../http/request-origin.js';
import { openStorage, type StorageClient } from './storage-client.js';
import { isMissing, toNoRules } from './storage-missing.js';
import { CONFIG } from '../tokens.js';
import type { UploadForm } from './upload-form.js';

export interface StoredFile {
  bytes: number;
  etag: string;
}

/** S3 copies at most 5 GiB per part. Every part except the last must have at least 5 MiB. */
const LARGEST_PART = 5 * 1024 ** 3;
export const SMALLEST_PART = 5 * 1024 ** 2;

/** Seconds for which the presigned URL of a download is valid: few, because the browser opens the URL immediately. */
export const LINK_SECONDS = 60;

/** The only class that accesses S3. Keys contain ids, never text that a user typed. */
@Injectable()
export class Files implements OnApplicationShutdown {
  private readonly logger = new Logger('Files');
  private storageClient?: StorageClient;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 's3' | 'publicUrl'>) {}

  /** Opened on first use, because most programs inject this class without using the storage. */
  private get storage(): StorageClient {
    const { s3 } = this.config;
    return (this.storageClient ??= openStorage(s3));
  }

  private get client(): S3Client {
    return this.storage.client;
  }

  private get presigner(): S3Client {
    return this.storage.presigner;
  }

  private get bucket(): string {
    return this.config.s3.bucket;
  }

  private get shopOrigin(): string {
    return new URL(this.config.publicUrl).origin;
  }

  /** The origin to which the forms of `presignUpload` are sent; the Content-Security-Policy of pages must allow it. */
  get uploadOrigin(): string {
    return this.storage.uploadOrigin ?? this.shopOrigin;
  }

  /**
   * Creates the bucket if it is missing, with a lifecycle rule for abandoned uploads. Allows uploads from the shop's pages.
   */
  async ensureBucket(): Promise<void> {
    try {
      await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }));
    } catch (error) {
      if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error;
      await this.client.send(new CreateBucketCommand({ Bucket: this.bucket })).catch((conflict: unknown) => {
        // 409: another process has created it.
        if (!(conflict instanceof S3ServiceException) || conflict.$metadata.httpStatusCode !== 409) throw conflict;
      });
      await this.client.send(new PutBucketLifecycleConfigurationCommand({ Bucket: this.bucket, ...LIFECYCLE }));
    }
    await this.allowUploads();
  }

  /** Adds a CORS rule to the bucket and keeps its other rules. */
  private async allowUploads(): Promise<void> {
    try {
      const request = this.client.send(new GetBucketCorsCommand({ Bucket: this.bucket }));
      const { CORSRules: rules = [] } = await request.catch(toNoRules);
      if (rules.some((rule) => allowsUploads(rule, this.shopOrigin))) return;
      const CORSConfiguration = { CORSRules: [...rules, uploadRule(this.shopOrigin)] };
      await this.client.send(new PutBucketCorsCommand({ Bucket: this.bucket, CORSConfiguration }));
    } catch (error) {
      if (!(error instanceof S3ServiceException)) throw error;
      // Only a warning: the shop can lack the right to change the bucket, or the storage has one CORS rule for all buckets.
      this.logger.warn(
        { reason: error.name, origin: this.shopOrigin },
        'CORS rule of the bucket not set; browser uploads need it',
      );
    }
  }

  /** @throws {Error} when the storage does not serve the bucket */
  async ping(signal: AbortSignal): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }), { abortSignal: signal });
  }

  async put(key: string, body: Uint8Array, contentType: string, signal?: AbortSignal): Promise<StoredFile> {
    const command = new PutObjectCommand({ Bucket: this.bucket, Key: key, Body: body, ContentType: contentType });
    const response = await this.client.send(command, { abortSignal: signal });
    return { bytes: body.byteLength, etag: response.ETag! };
  }

  async get(key: string, signal?: AbortSignal): Promise<Buffer> {
    const response = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }), {
      abortSignal: signal,
    });
    return Buffer.from(await response.Body!.transformToByteArray());
  }

  /** @returns the object as a stream, or null when there is no object with this key */
  async open(key: string): Promise<{ stream: Readable; bytes: number; contentType: string; etag: string } | null> {
    try {
      const response = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
      return {
        stream: response.Body as Readable,
        bytes: response.ContentLength!,
        contentType: response.ContentType ?? 'application/octet-stream',
        etag: response.ETag!,
      };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** @returns size and ETag, or null when there is no object with this key */
  async head(key: string): Promise<StoredFile | null> {
    try {
      const response = await this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      return { bytes: response.ContentLength!, etag: response.ETag! };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
  }

  /** Lists the objects whose key starts with `prefix` and is greater than `after`, at most 1,000 per page. */
  async *list(prefix: string, after?: string): AsyncGenerator<{ key: string; modifiedAt: Date }[]> {
    let from: string | undefined;
    do {
      const request = { Bucket: this.bucket, Prefix: prefix, StartAfter: after, ContinuationToken: from };
      const { Contents = [], NextContinuationToken } = await this.client.send(new ListObjectsV2Command(request));
      yield Contents.map(({ Key, LastModified }) => ({ key: Key!, modifiedAt: LastModified! }));
      from = NextContinuationToken;
    } while (from);
  }

  /**
   * Uploads a stream of any length with at most two parts in memory.
   * @returns the number of bytes
   */
  async upload(key: string, body: Readable, contentType: string, signal: AbortSignal): Promise<number> {
    const params = { Bucket: this.bucket, Key: key, Body: body, ContentType: contentType };
    const upload = new Upload({ client: this.client, params, partSize: SMALLEST_PART, queueSize: 1 });
    const abort = () => void upload.abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      signal.throwIfAborted();
      await upload.done();
      return (await this.head(key))!.bytes;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Deletes all objects and open multipart uploads below a prefix. */
  async removeAll(prefix: string): Promise<void> {
    const below = { Bucket: this.bucket, Prefix: prefix };
    const { Uploads = [] } = await this.client.send(new ListMultipartUploadsCommand(below));
    for (const { Key, UploadId } of Uploads)
      await this.client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId }));
    for await (const page of this.list(prefix)) {
      for (const { key } of page) await this.remove(key);
    }
  }

  /**
   * Writes the object `source` followed by `tail` to `target`. S3 itself copies the source, so it is not downloaded.
   * @param source an object of at least 5 MiB; if its ETag has changed, the storage responds 412
   */
  async joinInStorage(
    source: { key: string; bytes: number; etag: string },
    tail: Uint8Array,
    target: string,
    contentType: string,
    signal?: AbortSignal,
  ): Promise<StoredFile> {
    const object = { Bucket: this.bucket, Key: target };
    const options = { abortSignal: signal };
    const { UploadId } = await this.client.send(
      new CreateMultipartUploadCommand({ ...object, ContentType: contentType }),
      options,
    );
    try {
      const parts: { PartNumber: number; ETag: string }[] = [];
      for (let start = 0; start < source.bytes; start += LARGEST_PART) {
        const end = Math.min(start + LARGEST_PART, source.bytes);
        const copiedPart = await this.client.send(
          new UploadPartCopyCommand({
            ...object,
            UploadId,
            PartNumber: parts.length + 1,
            CopySource: `${this.bucket}/${encodeURIComponent(source.key)}`,
            CopySourceIfMatch: source.etag,
            CopySourceRange: `bytes=${start}-${end - 1}`,
          }),
          options,
        );
        parts.push({ PartNumber: parts.length + 1, ETag: copiedPart.CopyPartResult!.ETag! });
      }
      const uploaded = await this.client.send(
        new UploadPartCommand({ ...object, UploadId, PartNumber: parts.length + 1, Body: tail }),
        options,
      );
      parts.push({ PartNumber: parts.length + 1, ETag: uploaded.ETag! });
      const completed = await this.client.send(
        new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts: parts } }),
        options,
      );
      return { bytes: source.bytes + tail.byteLength, etag: completed.ETag! };
    } catch (error) {
      await this.client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => undefined);
      throw error;
    }
  }

  /** A presigned URL that is valid for `seconds` and downloads the object as `fileName`. */
  async presignDownload(
    key: string,
    fileName: string,
    seconds: number,
    contentType = 'application/pdf',
  ): Promise<string> {
    const link = await getSignedUrl(
      this.presigner,
      new GetObjectCommand({
        Bucket: this.bucket,
        Key: key,
        ResponseContentType: contentType,
        ResponseContentDisposition: attachment(fileName),
        ResponseCacheControl: 'private, no-store',
      }),
      { expiresIn: seconds },
    );
    return toForwardedUrl(link, this.storage.publicPath, this.shopOrigin);
  }

  /**
   * A presigned form that is valid for `seconds`. The storage rejects an upload with another key, another type or a
   * size outside the range in bytes.
   */
  async presignUpload(key: string, contentType: string, size: [number, number], seconds: number): Promise<UploadForm> {
    const form = await createPresignedPost(this.presigner, {
      Bucket: this.bucket,
      Key: key,
      Conditions: [['content-length-range', ...size]],
      Fields: { 'Content-Type': contentType, success_action_status: '201' },
      Expires: seconds,
    });
    return {
      ...form,
      url: toForwardedUrl(form.url, this.storage.publicPath, this.shopOrigin),
      expires_in: seconds,
    } as UploadForm;
  }

  onApplicationShutdown(): void {
    this.storageClient?.client.destroy();
    this.storageClient?.presigner.destroy();
  }
}
