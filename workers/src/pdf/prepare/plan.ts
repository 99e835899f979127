/** What the designer should know, or confirm on a preview, before the pattern is sold. */
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
  /** With the standards that the file stated to follow, like `claim-removed:PDF/A-4`. */
  | `claim-removed:${string}`;

/**
 * Where a stamp's lines stand, as a share of the free way: `line` from the bottom (0) to the top (1), `edge` from the right
 * (0) to the left (1). Elsewhere than at 0 only where something that is drawn above the page covers them there.
 */
export interface StampPlace {
  line?: number;
  edge?: number;
  /** From and to as shares of the page's width, where the line across is not as long as the page. */
  across?: [from: number, to: number];
  /** The same for the line up the page, as shares of its height. */
  up?: [from: number, to: number];
  /** How many lines of letters of the wanted size there is room for, where those are fewer than the longest address takes. */
  acrossLines?: number;
  upLines?: number;
}

/** One visible page size; every page of that size and place draws the same stamp. Lengths are in the page's own units. */
export interface StampSize extends StampPlace {
  /** Object number of the stamp (a form XObject). */
  object: number;
  width: number;
  height: number;
  /** Points per unit. */
  userUnit: number;
}

/** Everything a personal tail needs besides the buyer; plain JSON, kept beside the master. */
export interface Plan {
  /** 1: the table is a classic one; 2: small objects are packed in the master, the table is a stream. */
  v: 1 | 2;
  masterBytes: number;
  masterSha256: string;
  pages: number;
  flags: Flag[];
  sizes: StampSize[];
  /** Object number of the stamp's font, which is in the master. */
  font: number;
  catalog: number;
  /** The document's Info: raw PDF keys and values, without the file id. */
  info: { object: number; entries: [key: string, value: string][] };
  /** The document's own title stays, whatever the stamp says; absent in older plans. */
  keepsTitle?: boolean;
  /** The stamp brings a DefaultGray colour space of its own; absent in older plans. */
  defaultGrey?: boolean;
  /** First half of the trailer's ID, a PDF string. */
  firstId: string;
  /** Number of xref rows. */
  objects: number;
  /** Object number of the table, which is a stream (2). */
  table?: number;
  /**
   * Deflated xref rows, base64, of 20 bytes (1) or 7 (2). Rows of the constant part are written as if it followed the master
   * directly; the tail shifts them by the length of what it puts in between.
   */
  rows: string;
  /** Deflated constant part of the tail (placements, pages, page tree, catalog), base64. */
  constant: string;
}

/** Result of preparing a file once; `master ++ tail` is a buyer's copy, `master` alone opens in no reader. */
export interface PreparedMaster {
  master: Buffer;
  plan: Plan;
}

/** A master that is not checked yet. */
export interface BuiltMaster extends PreparedMaster {
  /** The stamp's size on each page. */
  pageSizes: StampSize[];
}

/** A prepared master whose source carries nothing that only a mark of this engine has. */
export interface CheckedMaster extends PreparedMaster {
  /** Ids in the source that may be file ids of sold copies: only the ledger of copies can tell. */
  doubtfulIds: string[];
}
