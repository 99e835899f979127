import { defineEntity } from '@mikro-orm/core';

/** A download that is repeated within this time (double click, lost response) is not counted again. */
export const REPEAT_SECONDS = 30;

/** The stored object of a finished copy. `bytes` is the size of master and tail together. */
export interface StoredCopy {
  objectKey: string;
  bytes: number;
  tailSha256: string;
  forensicId: string;
}

const CopySchema = defineEntity({
  name: 'Copy',
  tableName: 'copies',
  properties: (p) => ({
    id: p.uuid().primary(),
    purchaseId: p.uuid(),
    fileId: p.uuid(),
    /** `marking`: no worker has recorded the finished copy yet. */
    state: p.text().$type<'marking' | 'ready'>(),
    objectKey: p.text().nullable(),
    bytes: p.bigint('number').nullable(),
    tailSha256: p.text().nullable(),
    /** The id that the worker writes into the PDF. It identifies the order of a leaked file. */
    forensicId: p.text().nullable(),
    failures: p.integer().default(0),
    grants: p.integer().default(0),
    createdAt: p.datetime(),
    readyAt: p.datetime().nullable(),
  }),
});

/** The buyer's personal PDF of one file. */
export class Copy extends CopySchema.class {
  ready(stored: StoredCopy, at: Date): void {
    if (this.state === 'ready') return;
    this.state = 'ready';
    this.objectKey = stored.objectKey;
    this.bytes = stored.bytes;
    this.tailSha256 = stored.tailSha256;
    this.forensicId = stored.forensicId;
    this.readyAt = at;
  }
}
CopySchema.setClass(Copy);

const DownloadGrantSchema = defineEntity({
  name: 'DownloadGrant',
  tableName: 'download_grants',
  properties: (p) => ({
    id: p.uuid().primary(),
    copyId: p.uuid(),
    userId: p.uuid(),
    bytes: p.bigint('number'),
    grantedAt: p.datetime(),
  }),
});

/** One granted download. */
export class DownloadGrant extends DownloadGrantSchema.class {}
DownloadGrantSchema.setClass(DownloadGrant);
