import type { OwnMark } from '../stamp/mark-names.js';

/** Reasons why a designer's file cannot be sold. The shop translates these codes for the designer. */
export const REFUSAL_CODES = [
  /** The first kilobyte of the file contains no PDF header. */
  'NOT_A_PDF',
  /** The file can only be opened with a password. */
  'PASSWORD',
  /** The file is damaged beyond repair, or a PDF program fails on it. */
  'UNREADABLE',
  'NO_PAGES',
  /** The file, the content of a page, or the result is too large. */
  'TOO_LARGE',
  'TOO_MANY_PAGES',
  /** The file needs too much time or memory, or its parts are nested too deeply. */
  'TOO_COMPLEX',
  'PAGE_TOO_SMALL',
  /** On a page, annotations cover the stamp, or the letters of the stamp have too little contrast. */
  'STAMP_NOT_VISIBLE',
  /** A copy would differ from the file in more than the stamp, e.g. in its drawing or its form fields. */
  'STRUCTURE_CHANGED',
  /** The file contains the mark of a sold copy. */
  'OWN_MARK',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Thrown when a file is refused permanently: a retry would give the same result. */
export class MasterRefused extends Error {
  readonly code: RefusalCode;
  /** Set for OWN_MARK: the data in the mark, which identifies the order of the copy. */
  readonly mark: OwnMark | undefined;

  /** @param message a text for logs and command-line tools */
  constructor(code: RefusalCode, message: string, mark?: OwnMark) {
    super(message);
    this.name = 'MasterRefused';
    this.code = code;
    this.mark = mark;
  }
}
