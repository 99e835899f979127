import { defineEntity } from '@mikro-orm/core';
import { requiresConfirmation } from '../moderation/requires-confirmation.js';
import { FILE_KINDS, type FileKind } from '../../platform/shop-rules.js';

/** The kinds that contain the pattern pieces. A pattern can be published only with a ready file of one of these kinds. */
export const PATTERN_PIECE_KINDS = FILE_KINDS.filter((kind) => kind !== 'instructions');

/**
 * `awaiting-upload`: the upload is requested, but has not arrived. `uploaded`: the upload has arrived, and its check has not
 * ended. `needs-confirmation`: the file is prepared. The check has set a flag that the designer must look at
 * (requires-confirmation.ts) before confirming the file. `ready`: the file can be sold. `refused`: the file cannot be sold.
 */
export const FILE_STATES = ['awaiting-upload', 'uploaded', 'needs-confirmation', 'ready', 'refused'] as const;
export type FileState = (typeof FILE_STATES)[number];

/**
 * The steps in the check of an upload. `queued`: it has not begun. `checking`: a worker reads the upload. `preparing`: the
 * worker prepares the master. `checked`: the check has ended, with a master or with a refusal.
 */
export const FILE_STEPS = ['queued', 'checking', 'preparing', 'checked'] as const;
export type FileStep = (typeof FILE_STEPS)[number];

/** A page size in millimetres. */
export interface PageSize {
  width: number;
  height: number;
}

/** The result of preparing an upload; sizes in bytes. */
export interface Master {
  key: string;
  etag: string;
  bytes: number;
  sha256: string;
  pages: number;
  pageSizes: PageSize[];
  flags: string[];
}

const PatternFileSchema = defineEntity({
  name: 'PatternFile',
  tableName: 'pattern_files',
  properties: (p) => ({
    id: p.uuid().primary(),
    patternId: p.uuid(),
    kind: p.text().$type<FileKind>(),
    version: p.integer(),
    fileName: p.text(),
    /** The designer's message to buyers of an older version. */
    changelog: p.text().nullable(),
    /** Sheets of paper that the buyer prints. */
    sheets: p.integer(),
    state: p.text().$type<FileState>(),
    step: p.text().$type<FileStep>().default('queued'),
    sourceKey: p.text(),
    masterKey: p.text().nullable(),
    masterEtag: p.text().nullable(),
    masterBytes: p.bigint('number').nullable(),
    masterSha256: p.text().nullable(),
    pages: p.integer().nullable(),
    pageSizes: p.json<PageSize[]>().nullable(),
    flags: p.json<string[]>(),
    refusalCode: p.text().nullable(),
    refusalReason: p.text().nullable(),
    /** The time at which the upload was requested; after the upload, the time at which it was reported. */
    uploadedAt: p.datetime(),
    /** The time at which the check ended, with a master or with a refusal. */
    preparedAt: p.datetime().nullable(),
    confirmedAt: p.datetime().nullable(),
  }),
});

/** One version of one file kind of a pattern. Only a `ready` file is sold. */
export class PatternFile extends PatternFileSchema.class {
  /** Records that the upload has arrived. @returns false when this was already recorded */
  markUploaded(at: Date): boolean {
    if (this.state !== 'awaiting-upload') return false;
    this.state = 'uploaded';
    this.step = 'queued';
    this.uploadedAt = at;
    return true;
  }

  /** Records the current step of the check. A repeated job has no effect after the check has ended. */
  setStep(step: FileStep): void {
    if (this.state === 'uploaded') this.step = step;
  }

  /** Records the master. @returns false, without effect, when the check has already ended */
  markPrepared(master: Master, at: Date): boolean {
    if (this.state !== 'uploaded') return false;
    this.state = requiresConfirmation(master.flags) ? 'needs-confirmation' : 'ready';
    this.step = 'checked';
    this.masterKey = master.key;
    this.masterEtag = master.etag;
    this.masterBytes = master.bytes;
    this.masterSha256 = master.sha256;
    this.pages = master.pages;
    this.pageSizes = master.pageSizes;
    // A projector file is not printed. A seeded file already has a number of sheets.
    if (!this.sheets && this.kind !== 'projector') this.sheets = master.pages;
    this.flags = master.flags;
    this.preparedAt = at;
    return true;
  }

  /** Refuses the upload. @returns false, without effect, when the check has already ended */
  refuse(code: string, reason: string, at: Date): boolean {
    if (this.state !== 'uploaded') return false;
    this.state = 'refused';
    this.step = 'checked';
    this.refusalCode = code;
    this.refusalReason = reason;
    this.preparedAt = at;
    return true;
  }

  /** Whether this file is ready and buyers can have an older version of it. */
  canReplaceOlderVersion(): boolean {
    return this.state === 'ready' && this.version > 1;
  }

  /** Records the designer's confirmation. @returns whether the file is ready */
  confirm(at: Date): boolean {
    if (this.state === 'needs-confirmation') {
      this.state = 'ready';
      this.confirmedAt = at;
    }
    return this.state === 'ready';
  }
}
PatternFileSchema.setClass(PatternFile);
