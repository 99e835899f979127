/** What mail servers take: a local part of at most 64 characters with single dots inside, and a domain of host labels. */
const SIMPLE_ADDRESS =
  /^(?=[^@]{1,64}@)[^\s@.*]+(?:\.[^\s@.*]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}][\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}]$/u;
/** Characters that mail software reads as a list, a group, a display name or a header of its own. */
const AMBIGUOUS = /[\p{Cc}\p{Cf}",:;<>()[\]\\]/u;

/** One spelling for what looks the same on screen: full-width letters and ligatures become plain ones. */
export const normalisedEmail = (email: string): string => email.trim().normalize('NFKC');

/** What makes two addresses the same account. */
export const emailKey = (email: string): string => normalisedEmail(email).toLowerCase();

/** More than any address has. */
const LONGEST_KEY = 320;

/**
 * The key of an address that a visitor typed, whether or not it is one. Its length is measured on the key: spaces around an
 * address and letters taken apart make the same address longer.
 * @returns null for what is no text and for what is too long to be the address of an account
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
