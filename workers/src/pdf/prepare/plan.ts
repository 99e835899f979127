import type { OwnMark } from '../stamp/mark-names.js';

/** Findings that the designer should know, or confirm on a preview, before the pattern is sold. */
export type Flag =
  | 'repaired'
  | 'was-signed'
  | 'xfa'
  | 'content-not-inspected'
  | 'unbalanced-content'
  | 'active-content-removed'
  | 'attachments-removed'
  | 'private-data-removed'
  | 'markup-removed'
  | 'shared-page'
  | 'page-tree-loop'
  /** With the removed standards, such as `claim-removed:PDF/A-4`. */
  | `claim-removed:${string}`;

/**
 * Position of the lines of a stamp, as a share of the free space: `line` from the bottom (0) to the top (1), `edge` from the
 * right (0) to the left (1). Not 0 only when annotations cover the default position.
 */
export interface StampPlace {
  line?: number;
  edge?: number;
  /** Start and end as shares of the page width, when the horizontal line is shorter than the page. */
  across?: [from: number, to: number];
  /** The same for the vertical line, as shares of the page height. */
  up?: [from: number, to: number];
  /** Maximum number of text lines, when there is less room than the longest address needs. */
  acrossLines?: number;
  upLines?: number;
}

/** One visible page size; all pages of that size and position draw the same stamp. Lengths are in units of the page. */
export interface StampSize extends StampPlace {
  /** Object number of the stamp (a form XObject). */
  object: number;
  width: number;
  height: number;
  /** Points per unit. */
  userUnit: number;
}

/** All data for a tail except the buyer's; plain JSON, stored with the master. */
export interface Plan {
  /** 1: classic xref table; 2: object streams in the master, and an xref stream. */
  v: 1 | 2;
  masterBytes: number;
  masterSha256: string;
  pages: number;
  flags: Flag[];
  sizes: StampSize[];
  /** Object number of the stamp font, which is in the master. */
  font: number;
  catalog: number;
  /** Info of the document: raw PDF keys and values, without the file id. */
  info: { object: number; entries: [key: string, value: string][] };
  /** Keep the title of the document; not set in older plans. */
  keepsTitle?: boolean;
  /** The stamp has a DefaultGray colour space; not set in older plans. */
  defaultGrey?: boolean;
  /** First part of the trailer ID, a PDF string. */
  firstId: string;
  /** Number of xref rows. */
  objects: number;
  /** Object number of the xref stream (2). */
  table?: number;
  /**
   * Deflated xref rows, base64, of 20 bytes (1) or 7 (2). Rows of the constant part assume that it follows the master
   * directly; the tail shifts them by the length of its personal objects.
   */
  rows: string;
  /** Deflated constant part of the tail (placements, pages, page tree, catalog), base64. */
  constant: string;
}

/** Result of the preparation: `master ++ tail` is a buyer's copy; no reader can open `master` alone. */
export interface PreparedMaster {
  master: Buffer;
  plan: Plan;
}

/** A master before the self-check. */
export interface BuiltMaster extends PreparedMaster {
  /** The stamp's size on each page. */
  pageSizes: StampSize[];
}

/** A prepared master whose source contains no certain mark of this engine. */
export interface CheckedMaster extends PreparedMaster {
  /** Ids and lines in the source that may be of sold copies; the caller compares them with the database. */
  doubtful: OwnMark;
}
