import type { Language } from './language.js';

/*
 * The numbers and lists that the API, the workers, the screens and the mails share. The storefront's build includes this
 * file, so it must not import anything at run time.
 */

/** The kinds of pattern files, in the order in which every list shows them. */
export const FILE_KINDS = ['a4', 'letter', 'a0', 'projector', 'instructions'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const MB = 1024 ** 2;
const FILE_MB = 100;
const PICTURE_MB = 15;
/** Maximum bytes of a pattern file. An A0 sheet with a photograph of the fabric can have 60 MB. */
export const LARGEST_FILE = FILE_MB * MB;
/** Maximum bytes of a picture. */
export const LARGEST_PICTURE = PICTURE_MB * MB;
/** SVG is not allowed, because it can contain scripts, and GIF is not, because it can be animated. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** Maximum number of pictures per pattern. */
export const PICTURE_LIMIT = 8;
/**
 * Maximum number of new versions of a file per day, because each new version causes a mail to every buyer. Three are
 * enough for one new version and two corrections.
 */
export const VERSIONS_PER_DAY = 3;

/** Maximum number of downloads per copy. */
export const DOWNLOAD_LIMIT = 5;
/** A download link is valid for this many days after the payment. */
export const ACCESS_DAYS = 30;
/** A buyer can renew the download link of a purchase this many times per calendar month. */
export const RENEWALS_PER_MONTH = 3;
/**
 * The withdrawal link in the mails of an order proves that the person who opens it is the buyer. The proof is valid for this
 * many days after the payment. The right of withdrawal lasts 14 days, or up to 16 when it would end on a weekend
 * (withdrawal-right.ts). The proof lasts longer, because some buyers read the mail late. A guest's withdrawal without a
 * valid proof waits for the decision of an administrator.
 */
export const PROOF_DAYS = 30;

/** A mailed link that verifies an address or confirms a newsletter subscription is valid for this many hours. */
export const VERIFICATION_HOURS = 24;
export const PASSWORD_RESET_MINUTES = 30;
/** The owner can undo the deletion of an account for this many days. */
export const UNDO_DAYS = 7;
/** An archive of personal data can be downloaded for this many days. */
export const EXPORT_DAYS = 7;
/** An unconfirmed newsletter subscription is deleted after this many days. */
export const UNCONFIRMED_DAYS = 7;

const NUMBERS: Record<Language, string[]> = {
  de: 'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
  en: 'zero one two three four five six seven eight nine ten eleven twelve'.split(' '),
};

/**
 * For this many days after an automatic refund, an administrator decides about further refunds of the same person, card or
 * network. Then the keys that identify the card and the network are deleted.
 */
export const REFUND_CHECK_DAYS = 30;

/** Values of the placeholders that every text of a screen or a mail can contain. Small numbers are written as words. */
export function ruleValues(language: Language): Record<string, string> {
  const word = (number: number) => NUMBERS[language][number] ?? String(number);
  return {
    fileMb: String(FILE_MB),
    pictureMb: String(PICTURE_MB),
    pictureLimit: word(PICTURE_LIMIT),
    versionsPerDay: word(VERSIONS_PER_DAY),
    downloadLimit: word(DOWNLOAD_LIMIT),
    accessDays: String(ACCESS_DAYS),
    renewalLimit: word(RENEWALS_PER_MONTH),
    proofDays: String(PROOF_DAYS),
    verificationHours: String(VERIFICATION_HOURS),
    resetMinutes: String(PASSWORD_RESET_MINUTES),
    undoDays: word(UNDO_DAYS),
    exportDays: word(EXPORT_DAYS),
    unconfirmedDays: word(UNCONFIRMED_DAYS),
  };
}
