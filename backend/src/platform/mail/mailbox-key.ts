import { domainToASCII } from 'node:url';
import { emailKey } from './email-address.js';

/** Providers that document that they ignore dots in the local part; the value is the main domain. */
const DOTLESS: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * The key of the mailbox behind an address: without `+tag` (RFC 5233), without dots where the provider ignores them,
 * domain in punycode. For limits on mail only, never for accounts: at other providers `a.b@` and `ab@` may be two
 * people.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  const [local, typed] = [key.slice(0, at).replace(/(?<=.)\+.*$/, ''), key.slice(at + 1)];
  // domainToASCII returns an empty string for an invalid domain.
  const domain = domainToASCII(typed) || typed;
  const dotless = DOTLESS[domain];
  return dotless ? `${local.replaceAll('.', '')}@${dotless}` : `${local}@${domain}`;
}
