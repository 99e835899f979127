import type { OwnMark } from '../stamp/mark-names.js';

/** Findings about a file. The designer is informed, or must confirm a preview, before the pattern is sold. */
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
  /** Names the standards whose claim was removed, such as `claim-removed:PDF/A-4`. */
  | `claim-removed:${string}`;

/**
 * Position of the lines of a stamp as shares of the free space: `line` from the bottom (0) to the top (1), `edge` from the
 * right (0) to the left (1). Another value than 0 is used only when annotations cover the default position.
 */
export interface StampPlace {
  line?: number;
  edge?: number;
  /** Start and end as shares of the page width, when the horizontal line is shorter than the page. */
  across?: [from: number, to: number];
  /** Start and end as shares of the page height, when the vertical line is shorter than the page. */
  up?: [from: number, to: number];
  /** Maximum number of text lines, when there is less room than the longest address needs. `upLines` likewise. */
  acrossLines?: number;
  upLines?: number;
}

/**
 * A visible page size with a place of the stamp. All pages that share both draw the same stamp. Lengths are in page units.
 */
export interface StampSize extends StampPlace {
  /** Object number of the stamp (a form XObject). */
  object: number;
  width: number;
  height: number;
  /** Points per unit. */
  userUnit: number;
}

/** All data for a tail except the buyer's. It is stored with the master as JSON. */
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
  /** The Info dictionary without the file id: keys and values as PDF text. */
  info: { object: number; entries: [key: string, value: string][] };
  /** Whether copies keep the title of the document; undefined in older plans means false. */
  keepsTitle?: boolean;
  /** Whether the stamp has a DefaultGray colour space; undefined in older plans means false. */
  defaultGrey?: boolean;
  /** First part of the trailer ID, a PDF string. */
  firstId: string;
  /** Number of xref rows. */
  objects: number;
  /** Object number of the xref stream, only in version 2. */
  table?: number;
  /**
   * Deflated xref rows as base64; a row has 20 bytes in version 1 and 7 in version 2. The offsets of the constant part assume
   * that it directly follows the master. A tail adds the length of its personal objects.
   */
  rows: string;
  /** Deflated constant part of the tail as base64: placements of the stamp, pages, page tree, catalog. */
  constant: string;
}

/** Result of the preparation. The master followed by a tail is a buyer's copy. No reader can open the master alone. */
export interface PreparedMaster {
  master: Buffer;
  plan: Plan;
}

/** A master before the self-check. */
export interface BuiltMaster extends PreparedMaster {
  /** The size of the stamp on each page. */
  pageSizes: StampSize[];
}

/** A prepared master whose source contains no certain mark of this engine. */
export interface CheckedMaster extends PreparedMaster {
  /** Ids and lines in the source that can belong to sold copies. The caller compares them with the database. */
  doubtful: OwnMark;
}
