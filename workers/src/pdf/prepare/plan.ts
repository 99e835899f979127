import type { OwnMark } from '../stamp/mark-names.js';

/**
 * Findings about a file. The shop shows them to the designer. For some of them the designer must confirm a preview before
 * the pattern is sold.
 */
export type Flag =
  /** The file was damaged, and qpdf or pdf-lib has repaired it. */
  | 'repaired'
  /** A signature was removed, because the stamp would invalidate it. */
  | 'was-signed'
  /** An XFA form was removed, because Acrobat would show it instead of the pages. */
  | 'xfa'
  /** The content of a page cannot be decoded, so the shop does not know what the content leaves open. */
  | 'content-not-inspected'
  /** The content of a page leaves something open, e.g. a graphics state or a string. The stamp closes the open parts. */
  | 'unbalanced-content'
  /** Scripts, other actions that do more than navigate, or media were removed. */
  | 'active-content-removed'
  | 'attachments-removed'
  /** Data that no page shows was removed: private data of programs, long Info entries or unreadable XMP. */
  | 'private-data-removed'
  /** Notes, boxes and similar annotations were removed, because they could cover the mark. */
  | 'markup-removed'
  /** The page tree contained the same page more than once. Each occurrence became a page of its own. */
  | 'shared-page'
  /** The page tree contained an inner node more than once. Only the first occurrence was kept. */
  | 'page-tree-loop'
  /** Names the standards whose claim was removed, such as `claim-removed:PDF/A-4`. */
  | `claim-removed:${string}`;

/**
 * The place of a stamp. By default, its horizontal text is along the bottom of the page and its vertical text along the
 * right edge. An entry is present only when annotations cover the default place.
 */
export interface StampPlace {
  /** Position of the horizontal text: 0 is at the bottom of the page, 1 at the top. */
  line?: number;
  /** Position of the vertical text: 0 is at the right edge of the page, 1 at the left edge. */
  edge?: number;
  /** Start and end of the horizontal text as shares of the page width, when it must be shorter than the page. */
  across?: [from: number, to: number];
  /** Start and end of the vertical text as shares of the page height, when it must be shorter than the page. */
  up?: [from: number, to: number];
  /** Maximum number of lines of the horizontal text, when the place has less room than the longest address needs. */
  acrossLines?: number;
  /** Maximum number of lines of the vertical text, when the place has less room than the longest address needs. */
  upLines?: number;
}

/** A page size together with a place of the stamp. All pages with the same size and place draw the same stamp. */
export interface StampSize extends StampPlace {
  /** Object number of the stamp (a form XObject). */
  object: number;
  /** Width and height of the page as it is shown, in page units. */
  width: number;
  height: number;
  /** Points per page unit. */
  userUnit: number;
}

/** All data for a tail except the data of the buyer and the order. The database stores the plan as JSON. */
export interface Plan {
  /** Version. 1: copies have a classic xref table. 2: the master has object streams, and copies have an xref stream. */
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
  /** First of the two ids in the trailer's /ID, as a PDF string. */
  firstId: string;
  /** Number of xref rows. */
  objects: number;
  /** Object number of the xref stream, only in version 2. */
  table?: number;
  /**
   * Deflated xref rows as base64; a row has 20 bytes in version 1 and 7 in version 2. For an object in the constant part,
   * the offset assumes that the constant part directly follows the master. In a copy, personal objects come between the
   * master and the constant part, so the tail adds the length of these objects to the offset.
   */
  rows: string;
  /** Deflated constant part of the tail as base64: content that draws the stamp, pages, page tree, catalog. */
  constant: string;
}

/** Result of the preparation. A buyer's copy is the master followed by a tail. No PDF reader can open the master alone. */
export interface PreparedMaster {
  master: Buffer;
  plan: Plan;
}

/** A master before the self-check. */
export interface BuiltMaster extends PreparedMaster {
  /** The size and place of the stamp on each page. */
  pageSizes: StampSize[];
}

/** A prepared master. Its source contains no certain mark of a sold copy. */
export interface CheckedMaster extends PreparedMaster {
  /** Parts of the source that can be marks of sold copies. The caller compares them with the database. */
  possibleMark: OwnMark;
}
