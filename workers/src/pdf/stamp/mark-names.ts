/** Names that only files of this engine contain; programs that re-save a PDF keep them. */
export const STAMP_FONT_PREFIX = 'PPSTMP+';
/** Name of the stamp in the resources of a page, followed by an X per existing name. */
export const STAMP_NAME = '/PpStamp';

/** A line of the mark on a page, without white space. */
export interface MarkLine {
  orderNumber: string;
  /** Personal data: compared with the order, never stored, logged or shown. */
  email: string;
}

/** The parts of a mark of this engine in an upload. */
export interface OwnMark {
  /** Ids that may be file ids (see copyFileId): 32 hex digits. Trailer ids and page texts of other files look the same. */
  fileIds: string[];
  /** The start of the file ids in the codes of the pages (see mark-code): 9 hex digits. */
  codes: string[];
  lines: MarkLine[];
  /** Whether the file contains parts that only a mark has, independent of the ids. */
  certain: boolean;
}
