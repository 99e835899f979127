import { defineEntity } from '@mikro-orm/core';
import { requiresConfirmation } from '../moderation/requires-confirmation.js';

export const FILE_KINDS = ['a4', 'letter', 'a0', 'projector', 'instructions'] as const;
export type FileKind = (typeof FILE_KINDS)[number];
/** Instructions alone are no pattern. */
export const PRINTABLE_KINDS = FILE_KINDS.filter((kind) => kind !== 'instructions');

export const FILE_STATES = ['awaiting-upload', 'uploaded', 'needs-confirmation', 'ready', 'refused'] as const;
export type FileState = (typeof FILE_STATES)[number];

/** How far the check of an upload has come. */
export const FILE_STEPS = ['queued', 'checking', 'preparing', 'checked'] as const;
export type FileStep = (typeof FILE_STEPS)[number];

/** A size that pages of the file have, in millimetres. */
export interface PageSize {
  width: number;
  height: number;
}

/** What preparing an upload gave; sizes in bytes. */
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
    /** What the designer tells buyers of an older version. */
    changelog: p.text().nullable(),
    /** Sheets of paper that the buyer will print. */
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
    /** When the upload was asked for; once it has arrived, when it did. */
    uploadedAt: p.datetime(),
    preparedAt: p.datetime().nullable(),
    confirmedAt: p.datetime().nullable(),
  }),
});

/** One printable form of a pattern. Only what is `ready` was checked and can be marked and sold; doubtful files wait for their designer. */
export class PatternFile extends PatternFileSchema.class {
  /** @returns false when it had arrived before */
  arrived(at: Date): boolean {
    if (this.state !== 'awaiting-upload') return false;
    this.state = 'uploaded';
    this.step = 'queued';
    this.uploadedAt = at;
    return true;
  }

  /** Steps are news of an upload at work; a late repeat of the job must not turn them back. */
  reached(step: FileStep): void {
    if (this.state === 'uploaded') this.step = step;
  }

  /** @returns false when a repeat brings nothing new */
  prepared(master: Master, at: Date): boolean {
    if (this.state !== 'uploaded') return false;
    this.state = requiresConfirmation(master.flags) ? 'needs-confirmation' : 'ready';
    this.step = 'checked';
    this.masterKey = master.key;
    this.masterEtag = master.etag;
    this.masterBytes = master.bytes;
    this.masterSha256 = master.sha256;
    this.pages = master.pages;
    this.pageSizes = master.pageSizes;
    // Nobody prints what is projected; whoever knew the sheets beforehand is believed.
    if (!this.sheets && this.kind !== 'projector') this.sheets = master.pages;
    this.flags = master.flags;
    this.preparedAt = at;
    return true;
  }

  /** @returns false when a repeat brings nothing new */
  refuse(code: string, reason: string, at: Date): boolean {
    if (this.state !== 'uploaded') return false;
    this.state = 'refused';
    this.step = 'checked';
    this.refusalCode = code;
    this.refusalReason = reason;
    this.preparedAt = at;
    return true;
  }

  /** Whether buyers may have an older version of what can be sold now. */
  replacesAnother(): boolean {
    return this.state === 'ready' && this.version > 1;
  }

  /** The designer has looked at what the check was doubtful about. @returns whether it may be sold now */
  confirm(at: Date): boolean {
    if (this.state === 'needs-confirmation') {
      this.state = 'ready';
      this.confirmedAt = at;
    }
    return this.state === 'ready';
  }
}
PatternFileSchema.setClass(PatternFile);
