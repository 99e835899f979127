/**
 * Prefix of the stamp font's name. Only files that the shop makes contain this prefix. Programs that re-save a PDF do not
 * change the prefix.
 */
export const STAMP_FONT_PREFIX = 'PPSTMP+';
/** Name of the stamp in the resources of a page. An `X` is appended until the page uses the name for nothing else. */
export const STAMP_NAME = '/PpStamp';

/** The data in the text of one mark, without its white space. */
export interface MarkLine {
  orderNumber: string;
  /** Personal data. The address is only compared with the address of the order, and never stored, logged or shown. */
  email: string;
}

/** The parts of the shop's marks that an upload contains. */
export interface OwnMark {
  /** Ids of 32 hex digits that can be file ids (see copyFileId). Trailer ids and texts of other files can look the same. */
  fileIds: string[];
  /** First 9 hex digits of the file ids, read from the bar codes on the pages (see mark-code). */
  codes: string[];
  /** The data of the mark texts on the pages. */
  lines: MarkLine[];
  /** Whether the file certainly contains a mark. Entries in `fileIds` alone prove nothing: other files have such ids too. */
  certain: boolean;
}
