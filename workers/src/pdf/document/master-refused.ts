import type { OwnMark } from '../stamp/mark-names.js';

/** Reasons why a designer's file cannot be sold. The storefront translates the codes; messages are for logs and tools. */
export const REFUSAL_CODES = [
  'NOT_A_PDF',
  'PASSWORD',
  'UNREADABLE',
  'NO_PAGES',
  'TOO_LARGE',
  'TOO_MANY_PAGES',
  'TOO_COMPLEX',
  'PAGE_TOO_SMALL',
  'STAMP_NOT_VISIBLE',
  'STRUCTURE_CHANGED',
  'OWN_MARK',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Refuses a file permanently: a retry would give the same result. */
export class MasterRefused extends Error {
  readonly code: RefusalCode;
  /** Set for OWN_MARK: the data that identifies the order of the copy. */
  readonly mark: OwnMark | undefined;

  constructor(code: RefusalCode, message: string, mark?: OwnMark) {
    super(message);
    this.name = 'MasterRefused';
    this.code = code;
    this.mark = mark;
  }
}
