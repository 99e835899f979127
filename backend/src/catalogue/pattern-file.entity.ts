import { defineEntity } from '@mikro-orm/core';

export const FILE_KINDS = ['a4', 'letter', 'a0', 'projector', 'instructions'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** What preparing an upload gave; sizes in bytes. */
export interface Master {
  key: string;
  etag: string;
  bytes: number;
  sha256: string;
  pages: number;
  flags: string[];
}

/** Damage may have been "repaired" into blank pages: the designer looks at these before anybody buys them. */
const DOUBTFUL = new Set(['repaired', 'was-signed', 'xfa', 'content-not-inspected', 'markup-removed']);

const PatternFileSchema = defineEntity({
  name: 'PatternFile',
  tableName: 'pattern_files',
  properties: (p) => ({
    id: p.uuid().primary(),
    patternId: p.uuid(),
    kind: p.text().$type<FileKind>(),
    version: p.integer(),
    fileName: p.text(),
    /** Sheets of paper that the buyer will print. */
    sheets: p.integer(),
    state: p.text().$type<'uploaded' | 'needs-confirmation' | 'ready' | 'refused'>(),
    sourceKey: p.text(),
    masterKey: p.text().nullable(),
    masterEtag: p.text().nullable(),
    masterBytes: p.bigint('number').nullable(),
    masterSha256: p.text().nullable(),
    pages: p.integer().nullable(),
    flags: p.json<string[]>(),
    refusalCode: p.text().nullable(),
    refusalReason: p.text().nullable(),
    uploadedAt: p.datetime(),
    preparedAt: p.datetime().nullable(),
  }),
});

/** One printable form of a pattern. Only what is `ready` was checked and can be marked and sold; doubtful files wait for their designer. */
export class PatternFile extends PatternFileSchema.class {
  /** @returns false when a repeat brings nothing new */
  prepared(master: Master, at: Date): boolean {
    if (this.state !== 'uploaded') return false;
    this.state = master.flags.some((flag) => DOUBTFUL.has(flag)) ? 'needs-confirmation' : 'ready';
    this.masterKey = master.key;
    this.masterEtag = master.etag;
    this.masterBytes = master.bytes;
    this.masterSha256 = master.sha256;
    this.pages = master.pages;
    this.flags = master.flags;
    this.preparedAt = at;
    return true;
  }

  refuse(code: string, reason: string, at: Date): void {
    if (this.state !== 'uploaded') return;
    this.state = 'refused';
    this.refusalCode = code;
    this.refusalReason = reason;
    this.preparedAt = at;
  }
}
PatternFileSchema.setClass(PatternFile);
