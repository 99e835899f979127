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
import { allowsUploads, CLEANING, uploadRule } from './bucket-rules.js';
import type { Config } from '../config/config.js';
import { passedOn } from '../http/called-origin.js';
import { openStorage, type StorageClient } from './storage-client.js';
import { isMissing, noneIfMissing } from './storage-missing.js';
import { CONFIG } from '../tokens.js';
import type { UploadForm } from './upload-form.js';

export interface StoredFile {
  bytes: number;
  etag: string;
}

/** S3 copies at most 5 GiB in one part, and every part but the last must have at least 5 MiB. */
const LARGEST_PART = 5 * 1024 ** 3;
export const SMALLEST_PART = 5 * 1024 ** 2;

/** The only place that speaks to S3. Keys hold ids, never what a person typed. */
@Injectable()
export class Files implements OnApplicationShutdown {
  private readonly logger = new Logger('Files');
  private opened?: StorageClient;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 's3' | 'publicUrl'>) {}

  /** Opened by the first call: most programs have this class and no access to the storage. */
  private get storage(): StorageClient {
    const { s3 } = this.config;
    return (this.opened ??= openStorage(s3));
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

  /** Where a browser sends the forms of `presignUpload`, which a page must be allowed to. */
  get uploadOrigin(): string {
    return this.storage.uploadOrigin ?? this.shopOrigin;
  }

  /** Makes the bucket when it is missing, with a rule that clears away what a crash left; the shop's pages may upload. */
  async ensureBucket(): Promise<void> {
    try {
      await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }));
    } catch (error) {
      if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error;
      await this.client.send(new CreateBucketCommand({ Bucket: this.bucket })).catch((refusal: unknown) => {
        // Another process was first.
        if (!(refusal instanceof S3ServiceException) || refusal.$metadata.httpStatusCode !== 409) throw refusal;
      });
      await this.client.send(new PutBucketLifecycleConfigurationCommand({ Bucket: this.bucket, ...CLEANING }));
    }
    await this.allowUploads();
  }

  /** Also for a bucket that somebody else made, whose other rules stay as they are. */
  private async allowUploads(): Promise<void> {
    try {
      const asked = this.client.send(new GetBucketCorsCommand({ Bucket: this.bucket }));
      const { CORSRules: rules = [] } = await asked.catch(noneIfMissing);
      if (rules.some((rule) => allowsUploads(rule, this.shopOrigin))) return;
      const CORSConfiguration = { CORSRules: [...rules, uploadRule(this.shopOrigin)] };
      await this.client.send(new PutBucketCorsCommand({ Bucket: this.bucket, CORSConfiguration }));
    } catch (error) {
      if (!(error instanceof S3ServiceException)) throw error;
      // Not every shop may change its bucket, and some storages have one rule for all buckets.
      this.logger.warn(
        { reason: error.name, origin: this.shopOrigin },
        'the bucket took no CORS rule; uploads from a browser need it',
      );
    }
  }

  /** @throws unless the storage answers for the bucket */
  async ping(signal: AbortSignal): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }), { abortSignal: signal });
  }

  async put(key: string, body: Uint8Array, contentType: string, signal?: AbortSignal): Promise<StoredFile> {
    const command = new PutObjectCommand({ Bucket: this.bucket, Key: key, Body: body, ContentType: contentType });
    const answer = await this.client.send(command, { abortSignal: signal });
    return { bytes: body.byteLength, etag: answer.ETag! };
  }

  async get(key: string, signal?: AbortSignal): Promise<Buffer> {
    const answer = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }), {
      abortSignal: signal,
    });
    return Buffer.from(await answer.Body!.transformToByteArray());
  }

  /** @returns the open object, or null when there is none under this key */
  async open(key: string): Promise<{ stream: Readable; bytes: number; contentType: string; etag: string } | null> {
    try {
      const answer = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
      return {
        stream: answer.Body as Readable,
        bytes: answer.ContentLength!,
        contentType: answer.ContentType ?? 'application/octet-stream',
        etag: answer.ETag!,
      };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** @returns size and ETag, or null when there is no object under this key */
  async head(key: string): Promise<StoredFile | null> {
    try {
      const answer = await this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      return { bytes: answer.ContentLength!, etag: answer.ETag! };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
  }

  /** Every object below a prefix, a page of at most 1,000 at a time. */
  async *list(prefix: string, after?: string): AsyncGenerator<{ key: string; modifiedAt: Date }[]> {
    let from: string | undefined;
    do {
      const asked = { Bucket: this.bucket, Prefix: prefix, StartAfter: after, ContinuationToken: from };
      const { Contents = [], NextContinuationToken } = await this.client.send(new ListObjectsV2Command(asked));
      yield Contents.map(({ Key, LastModified }) => ({ key: Key!, modifiedAt: LastModified! }));
      from = NextContinuationToken;
    } while (from);
  }

  /** Stores what a stream gives, however long it is: at most two parts of it are in memory. @returns how many bytes */
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

  /** Removes every object below a prefix, and every upload to it that never ended. */
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
   * Writes `source ++ tail` to `target` without moving the source through this process.
   * @param source at least 5 MiB; must still have `etag`, else the storage refuses with 412
   */
  async appendToCopy(
    source: { key: string; bytes: number; etag: string },
    tail: Uint8Array,
    target: string,
    contentType: string,
    signal?: AbortSignal,
  ): Promise<StoredFile> {
    const at = { Bucket: this.bucket, Key: target };
    const options = { abortSignal: signal };
    const { UploadId } = await this.client.send(
      new CreateMultipartUploadCommand({ ...at, ContentType: contentType }),
      options,
    );
    try {
      const parts: { PartNumber: number; ETag: string }[] = [];
      for (let start = 0; start < source.bytes; start += LARGEST_PART) {
        const end = Math.min(start + LARGEST_PART, source.bytes);
        const copied = await this.client.send(
          new UploadPartCopyCommand({
            ...at,
            UploadId,
            PartNumber: parts.length + 1,
            CopySource: `${this.bucket}/${encodeURIComponent(source.key)}`,
            CopySourceIfMatch: source.etag,
            CopySourceRange: `bytes=${start}-${end - 1}`,
          }),
          options,
        );
        parts.push({ PartNumber: parts.length + 1, ETag: copied.CopyPartResult!.ETag! });
      }
      const uploaded = await this.client.send(
        new UploadPartCommand({ ...at, UploadId, PartNumber: parts.length + 1, Body: tail }),
        options,
      );
      parts.push({ PartNumber: parts.length + 1, ETag: uploaded.ETag! });
      const done = await this.client.send(
        new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts: parts } }),
        options,
      );
      return { bytes: source.bytes + tail.byteLength, etag: done.ETag! };
    } catch (error) {
      await this.client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => undefined);
      throw error;
    }
  }

  /** A link that a browser may open for `seconds`; it downloads under `fileName`. */
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
    return passedOn(link, this.storage.publicPath, this.shopOrigin);
  }

  /**
   * A form that a browser may fill for `seconds`: one object under this key, of this type, with that many
   * bytes at least and at most. The storage itself refuses anything else.
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
      url: passedOn(form.url, this.storage.publicPath, this.shopOrigin),
      expires_in: seconds,
    } as UploadForm;
  }

  onApplicationShutdown(): void {
    this.opened?.client.destroy();
    this.opened?.presigner.destroy();
  }
}
