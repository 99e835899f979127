/** Prefix of the stamp font's name. Only files of this engine contain it, and programs that re-save a PDF keep it. */
export const STAMP_FONT_PREFIX = 'PPSTMP+';
/** Name of the stamp in the resources of a page. An `X` is appended while the page already uses the name. */
export const STAMP_NAME = '/PpStamp';

/** The data of one mark line, read from a page without white space. */
export interface MarkLine {
  orderNumber: string;
  /** Personal data: it is only compared with the order, and never stored, logged or shown. */
  email: string;
}

/** The parts of marks of this engine that an upload contains. */
export interface OwnMark {
  /** Ids of 32 hex digits that can be file ids (see copyFileId). Trailer ids and texts of other files can look the same. */
  fileIds: string[];
  /** First 9 hex digits of the file ids, read from the codes on the pages (see mark-code). */
  codes: string[];
  lines: MarkLine[];
  /** Whether the file contains parts that only a mark has. `fileIds` alone do not make it true. */
  certain: boolean;
}
