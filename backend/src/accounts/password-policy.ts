import { isCommonPassword } from './common-passwords.js';

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

/**
 * Says in English what is wrong with a new password, or null when it may be used.
 * @param personal what an attacker knows of the person: address, username, name
 */
export function passwordProblem(value: unknown, personal: string[]): string | null {
  const password = typeof value === 'string' ? value : '';
  const length = [...password].length;
  if (length < MIN_LENGTH) return 'Password must be at least 8 characters long';
  if (length > MAX_LENGTH) return 'Password must be at most 128 characters long';
  if (!/\p{Ll}/u.test(password) || !/\p{Lu}/u.test(password) || !/\d/.test(password)) {
    return 'Password must contain at least one lowercase letter, one uppercase letter, and one number';
  }
  if (isCommonPassword(password)) return 'This password is too common. Please choose a different one';
  if (isPersonal(password, personal)) return 'Password must not be made from your name or email address';
  return null;
}

/** True when nothing but digits and signs was added to the address or a part of it. */
function isPersonal(password: string, personal: string[]): boolean {
  const letters = lettersOf(password);
  return personal
    .map((text) => text.slice(0, 300))
    .flatMap((text) => [text, text.split('@')[0]!, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map(lettersOf)
    .some((part) => part.length >= 3 && part === letters);
}

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
