import type { Language } from './language.js';

/*
 * The numbers and lists that the API, the workers, the screens and the mails share. The storefront compiles this file
 * in, so it imports nothing at run time.
 */

/** The kinds of pattern files, in the order of every list. */
export const FILE_KINDS = ['a4', 'letter', 'a0', 'projector', 'instructions'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const MB = 1024 ** 2;
const FILE_MB = 100;
const PICTURE_MB = 15;
/** Bytes. An A0 sheet with a photograph of the fabric can have 60 MB. */
export const LARGEST_FILE = FILE_MB * MB;
/** Bytes. */
export const LARGEST_PICTURE = PICTURE_MB * MB;
/** Without SVG, which can contain scripts, and GIF, which can be animated. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** Pictures per pattern. */
export const PICTURE_LIMIT = 8;
/** Every new version causes a mail to every buyer. Three allow a correction and its own correction. */
export const VERSIONS_PER_DAY = 3;

/** Downloads per copy. */
export const DOWNLOAD_LIMIT = 5;
/** Validity of a download link after the payment. */
export const ACCESS_DAYS = 30;
/** Renewals of one purchase's link per calendar month. */
export const RENEWALS_PER_MONTH = 3;
/**
 * Validity of the proof in the mails of an order, from the payment. The right lasts 14 days, 16 at a weekend
 * (withdrawal-right.ts); the rest is for mails that are read late. Without a valid proof an administrator reviews a
 * guest's withdrawal.
 */
export const PROOF_DAYS = 30;

/** Validity of the mailed links that verify an address or confirm a newsletter. */
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

/** The placeholders that every text of a screen or a mail may contain; small numbers are words. */
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
