import { invalid } from '../../platform/api-error.js';
import { isCommonPassword } from './common-passwords.js';

const MIN_LENGTH = 8;
const MIN_RESET_LENGTH = 6;
const MAX_LENGTH = 128;
const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
const DIGIT = /\d/;
const COMMON = 'This password is too common. Please choose a different one';

/** The first words of the error message. */
type Subject = 'Password' | 'New password';

/**
 * @param personal the values that an attacker can guess: address, username, name
 * @returns the English error message for a new password, or null when it is allowed
 */
export function passwordProblem(value: unknown, personal: string[], subject: Subject = 'Password'): string | null {
  const password = typeof value === 'string' ? value : '';
  const length = [...password].length;
  if (length < MIN_LENGTH) return `${subject} must be at least ${MIN_LENGTH} characters long`;
  if (length > MAX_LENGTH) return tooLong(subject);
  if (!LOWER.test(password) || !UPPER.test(password) || !DIGIT.test(password)) {
    return `${subject} must contain at least one lowercase letter, one uppercase letter, and one number`;
  }
  if (isCommonPassword(password)) return COMMON;
  if (isPersonal(password, personal)) return madeOfName(subject);
  return null;
}

/**
 * Like `passwordProblem`, for a password that replaces `current`. Does not check personal values, because the form does not
 * contain them: the command reads them from the account and calls `refusePersonal`.
 */
export function newPasswordProblem(value: unknown, current: unknown): string | null {
  const problem = passwordProblem(value, [], 'New password');
  if (problem || typeof current !== 'string') return problem;
  const same = (value as string).normalize('NFKC') === current.normalize('NFKC');
  return same ? 'New password must be different from current password' : null;
}

/** Like `passwordProblem`, with the rules of the reset screen: six characters are enough; the message names all problems. */
export function resetPasswordProblem(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return 'Please enter a new password';
  const length = [...value].length;
  const problems = [
    length < MIN_RESET_LENGTH && `Password must be at least ${MIN_RESET_LENGTH} characters long`,
    length > MAX_LENGTH && tooLong('Password'),
    !UPPER.test(value) && 'Password must contain at least one uppercase letter',
    !LOWER.test(value) && 'Password must contain at least one lowercase letter',
    !DIGIT.test(value) && 'Password must contain at least one number',
  ].filter((problem) => problem !== false);
  if (problems.length > 0) return problems.join(', ');
  return isCommonPassword(value) ? COMMON : null;
}

/** @throws {ApiError} 400 VALIDATION_FAILED when the new password is made from personal values */
export function refusePersonal(password: string, personal: string[], subject: Subject): void {
  if (isPersonal(password, personal)) throw invalid('new_password', madeOfName(subject));
}

const tooLong = (subject: Subject) => `${subject} must be at most ${MAX_LENGTH} characters long`;
const madeOfName = (subject: Subject) => `${subject} must not be made from your name or email address`;

/** Whether the password, without digits and punctuation, equals a personal value or one of its words. */
function isPersonal(password: string, personal: string[]): boolean {
  const letters = keepLetters(password);
  return personal
    .map((text) => text.slice(0, 300))
    .flatMap((text) => [text, text.split('@')[0]!, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map(keepLetters)
    .some((part) => part.length >= 3 && part === letters);
}

const keepLetters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
