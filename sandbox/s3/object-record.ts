import type { Checksum } from './http/checksums.ts';
import type { Segment } from './data-files.ts';

/** What the client says about an object besides its bytes. */
export interface ObjectDescription {
  /** Content-Type, Content-Disposition, Cache-Control … by lower-case name. */
  headers: Record<string, string>;
  /** `x-amz-meta-*` without the prefix. */
  metadata: Record<string, string>;
}

export interface ObjectRecord extends ObjectDescription {
  key: string;
  /** Without quotes: MD5 as hex, or `…-<parts>` for an upload in parts. */
  etag: string;
  size: number;
  /** ISO 8601 */
  lastModified: string;
  segments: Segment[];
  checksum?: Checksum;
  /** The upload this object was completed from, so that a repeated completion finds it. */
  uploadId?: string;
}

/** Called inside the key's lock with the object as it is now; throws to refuse the write. */
export type WriteCondition = (current: ObjectRecord | undefined) => void;
