import { isErasedAddress } from './erased-address.js';

/**
 * The form that mail servers accept: a local part of at most 64 characters without leading, trailing or double dots, and a
 * domain with at least two labels.
 */
const SIMPLE_ADDRESS =
  /^(?=[^@]{1,64}@)[^\s@.*]+(?:\.[^\s@.*]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}][\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}]$/u;
/** Characters with which mail software would parse the address as a list, a group, a display name or a header. */
const AMBIGUOUS = /[\p{Cc}\p{Cf}",:;<>()[\]\\]/u;

/** Trims and normalises (NFKC) an address: full-width letters and ligatures become plain letters. */
export const normalisedEmail = (email: string): string => email.trim().normalize('NFKC');

/** The key of an address. Addresses with the same key belong to the same account. */
export const emailKey = (email: string): string => normalisedEmail(email).toLowerCase();

/** Maximum length of a key in characters; no valid address is longer. */
const MAX_KEY_LENGTH = 320;

/**
 * The key of a text that a user typed, which need not be a valid address. Checks the length of the key, because surrounding
 * spaces and decomposed letters make the typed text longer.
 * @returns null when the value is not a text, is empty or is too long for the address of an account
 */
export function typedEmailKey(value: unknown): string | null {
  const key = typeof value === 'string' ? emailKey(value) : '';
  return key !== '' && key.length <= MAX_KEY_LENGTH ? key : null;
}

/**
 * Whether a user can enter this address. An address that replaces the address of an erased account is refused: if another
 * account had it, the erasure would fail, because addresses are unique.
 */
export function isEmailAddress(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const email = normalisedEmail(value);
  return (
    email.length <= 254 && SIMPLE_ADDRESS.test(email) && !AMBIGUOUS.test(email) && !isErasedAddress(emailKey(email))
  );
}
