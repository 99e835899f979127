import type { Checksum } from './http/checksums.ts';
import type { Segment } from './data-files.ts';

/** Headers and metadata of an object. */
export interface ObjectDescription {
  /** Content-Type, Content-Disposition, Cache-Control … by lower-case name. */
  headers: Record<string, string>;
  /** `x-amz-meta-*` without the prefix. */
  metadata: Record<string, string>;
}

export interface ObjectRecord extends ObjectDescription {
  key: string;
  /** Without quotes: MD5 in hexadecimal, or `…-<parts>` for a multipart upload. */
  etag: string;
  size: number;
  /** ISO 8601 */
  lastModified: string;
  segments: Segment[];
  checksum?: Checksum;
  /** The multipart upload that created the object; a repeated completion of this upload finds it here. */
  uploadId?: string;
}

/** Gets the current object while the key is locked; throws to refuse the write. */
export type WriteCondition = (current: ObjectRecord | undefined) => void;
