/**
 * The form that mail servers accept: a local part of at most 64 characters with single dots inside, and a domain of
 * host labels.
 */
const SIMPLE_ADDRESS =
  /^(?=[^@]{1,64}@)[^\s@.*]+(?:\.[^\s@.*]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}][\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}]$/u;
/** Characters that mail software parses as a list, a group, a display name or a header. */
const AMBIGUOUS = /[\p{Cc}\p{Cf}",:;<>()[\]\\]/u;

/** NFKC-normalised: full-width letters and ligatures become plain ones. */
export const normalisedEmail = (email: string): string => email.trim().normalize('NFKC');

/** The identity of an address: accounts with the same key are the same. */
export const emailKey = (email: string): string => normalisedEmail(email).toLowerCase();

/** Longer than any valid address. */
const LONGEST_KEY = 320;

/**
 * The key of typed text, valid address or not. The length is checked on the key, as surrounding spaces and decomposed
 * letters make the typed text longer.
 * @returns null when the value is not text or too long for the address of an account
 */
export function typedEmailKey(value: unknown): string | null {
  const key = typeof value === 'string' ? emailKey(value) : '';
  return key !== '' && key.length <= LONGEST_KEY ? key : null;
}

export function isEmailAddress(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const email = normalisedEmail(value);
  return email.length <= 254 && SIMPLE_ADDRESS.test(email) && !AMBIGUOUS.test(email);
}
