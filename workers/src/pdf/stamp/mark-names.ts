/** What only a file of this engine carries; the programs that re-save a PDF keep these names. */
export const STAMP_FONT_PREFIX = 'PPSTMP+';
/** What a page calls its stamp, followed by an X for each such name that its resources had before. */
export const STAMP_NAME = '/PpStamp';

/** A line of the mark as a page shows it, without white space. */
export interface MarkLine {
  orderNumber: string;
  /** Personal data: compared with the order, never stored, logged or shown. */
  email: string;
}

/** What an upload carries of a mark of this engine. */
export interface OwnMark {
  /** Ids that may be file ids (see copyFileId): 32 hex digits. Trailer ids and page texts of other files look the same. */
  fileIds: string[];
  lines: MarkLine[];
  /** Whether something is there that only the mark has, whatever the ids lead to. */
  certain: boolean;
}
