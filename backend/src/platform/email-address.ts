/** What mail servers take: a local part of at most 64 characters with single dots inside, and a domain of host labels. */
const SIMPLE_ADDRESS =
  /^(?=[^@]{1,64}@)[^\s@.*]+(?:\.[^\s@.*]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}][\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}]$/u;
/** Characters that mail software reads as a list, a group, a display name or a header of its own. */
const AMBIGUOUS = /[\p{Cc}\p{Cf}",:;<>()[\]\\]/u;

/** One spelling for what looks the same on screen: full-width letters and ligatures become plain ones. */
export const normalisedEmail = (email: string): string => email.trim().normalize('NFKC');

/** What makes two addresses the same account. */
export const emailKey = (email: string): string => normalisedEmail(email).toLowerCase();

export function isEmailAddress(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const email = normalisedEmail(value);
  return email.length <= 254 && SIMPLE_ADDRESS.test(email) && !AMBIGUOUS.test(email);
}
