import { domainToASCII } from 'node:url';
import { emailKey } from './email-address.js';

/** Providers whose mailboxes ignore dots in the local part, by their own documentation; the value is the main domain. */
const DOTLESS: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * What names the mailbox behind an address: without `+tag` (RFC 5233 subaddressing), without dots where the provider
 * ignores them, and with the domain as mail servers write it (punycode). For ceilings on mail alone, never for accounts: elsewhere `a.b@` and `ab@` may be two people.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  const [local, typed] = [key.slice(0, at).replace(/(?<=.)\+.*$/, ''), key.slice(at + 1)];
  // Empty for what is no domain.
  const domain = domainToASCII(typed) || typed;
  const dotless = DOTLESS[domain];
  return dotless ? `${local.replaceAll('.', '')}@${dotless}` : `${local}@${domain}`;
}
