import type { Shaper } from '../document/script-fonts.js';
import { writable } from './stamp-font.js';

/** Who a copy is for. */
export interface Stamp {
  email: string;
  orderNumber: string;
  /** Day of the order, yyyy-mm-dd. */
  date: string;
  /** 32 hex digits, see copyFileId. */
  fileId: string;
  locale: 'de' | 'en';
  /** Replaces the document's own title, unless the plan keeps it. */
  title?: string;
  /** For an address in scripts that the stamp's own font lacks, see shaperFor; without it their characters are `\u{…}`. */
  shaper?: Shaper;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The line every page shows, in the characters of the stamp's own font. Throws as stampLine does. */
export const stampText = (stamp: Stamp): string => writable(stampLine(stamp));

/** The line every page shows. Throws as stampParts does. */
export const stampLine = (stamp: Stamp): string => stampParts(stamp).join('');

/** What stands before the address, the address, and what stands after it. Throws a RangeError for a date that is not yyyy-mm-dd. */
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
