import type { Shaper } from '../document/script-fonts.js';
import { toStampText } from './stamp-font.js';

/** The data that a stamp shows: the buyer and the order of a copy. */
export interface Stamp {
  email: string;
  orderNumber: string;
  /** Date of the order, yyyy-mm-dd. */
  date: string;
  /** 32 hex digits; see copyFileId. */
  fileId: string;
  locale: 'de' | 'en';
  /** Title of the copy. It is ignored when the plan keeps the designer's title (`keepsTitle`). */
  title?: string;
  /**
   * Shapes an address with characters that the stamp font lacks (see createShaper). Without a shaper these characters are
   * written as `\u{…}`.
   */
  shaper?: Shaper;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** @returns the text of the mark, written only with the stamp font @throws {RangeError} when the date is not yyyy-mm-dd */
export const stampText = (stamp: Stamp): string => toStampText(stampLine(stamp));

/** @returns the text of the mark @throws {RangeError} when the date is not yyyy-mm-dd */
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
