/*
 * How long documents are kept, in years from the end of the year in which they were made. Invoices: § 147 (3) AO and § 14b
 * (1) UStG. Records of the OSS scheme, from the end of the year of the transaction: Art. 63c (3) of Regulation 282/2011.
 * Business letters: § 147 (3) AO and § 257 (4) HGB.
 */
export const INVOICES_KEPT_YEARS = 8;
export const OSS_INVOICES_KEPT_YEARS = 10;
export const LETTERS_KEPT_YEARS = 6;

/** SQL expression for the time before which letters are due for deletion. */
export const LETTERS_DUE_BEFORE = `date_trunc('year', now(), 'Europe/Berlin') - interval '${LETTERS_KEPT_YEARS} years'`;
