/** Why a designer's file cannot be sold. The storefront translates the code; the message is for logs and tools. */
export const REFUSAL_CODES = [
  'NOT_A_PDF',
  'PASSWORD',
  'UNREADABLE',
  'NO_PAGES',
  'TOO_LARGE',
  'TOO_MANY_PAGES',
  'TOO_COMPLEX',
  'PAGE_TOO_SMALL',
  'TIMEOUT',
  'STAMP_NOT_VISIBLE',
  'STRUCTURE_CHANGED',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** The file itself is at fault: trying again gives the same answer, only another file helps. */
export class MasterRefused extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = 'MasterRefused';
    this.code = code;
  }
}
