import type { Shaper } from '../document/script-fonts.js';
import { writable } from './stamp-font.js';

/** The buyer and order of a copy. */
export interface Stamp {
  email: string;
  orderNumber: string;
  /** Date of the order, yyyy-mm-dd. */
  date: string;
  /** 32 hex digits, see copyFileId. */
  fileId: string;
  locale: 'de' | 'en';
  /** Replaces the title of the document, unless the plan keeps it. */
  title?: string;
  /** For addresses in scripts missing in the stamp font, see shaperFor; without it they are written as `\u{…}`. */
  shaper?: Shaper;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The line on every page, in characters of the stamp font. @throws {RangeError} as stampLine */
export const stampText = (stamp: Stamp): string => writable(stampLine(stamp));

/** The line on every page. @throws {RangeError} as stampParts */
export const stampLine = (stamp: Stamp): string => stampParts(stamp).join('');

/**
 * The text before the address, the address, and the text after it.
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
