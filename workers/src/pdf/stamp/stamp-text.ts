import type { Shaper } from '../document/script-fonts.js';
import { writable } from './stamp-font.js';

/** The buyer and order of a copy. */
export interface Stamp {
  email: string;
  orderNumber: string;
  /** Date of the order, yyyy-mm-dd. */
  date: string;
  /** 32 hex digits; see copyFileId. */
  fileId: string;
  locale: 'de' | 'en';
  /** Replaces the title of the document, unless the plan keeps the designer's title. */
  title?: string;
  /**
   * Shapes addresses in scripts that the stamp font lacks (see createShaper). Without it such characters are written as
   * `\u{…}`.
   */
  shaper?: Shaper;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** @returns the line on every page, in characters of the stamp font @throws {RangeError} when the date is not yyyy-mm-dd */
export const stampText = (stamp: Stamp): string => writable(stampLine(stamp));

/** @returns the line on every page @throws {RangeError} when the date is not yyyy-mm-dd */
export const stampLine = (stamp: Stamp): string => stampParts(stamp).join('');

/**
 * @returns the text before the address, the address, and the text after the address
 * @throws {RangeError} when the date is not yyyy-mm-dd
 */
export function stampParts(stamp: Stamp): [before: string, address: string, after: string] {
  const parts = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.exec(stamp.date);
  if (!parts) throw new RangeError(`not a date: ${stamp.date}`);
  const [, year, month, day] = parts;
  return stamp.locale === 'de'
    ? ['Lizenziert für ', stamp.email, ` – Bestellung ${stamp.orderNumber} – ${day}.${month}.${year}`]
    : [
        'Licensed to ',
        stamp.email,
        ` – Order ${stamp.orderNumber} – ${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`,
      ];
}
