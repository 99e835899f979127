import { emailKey } from './email-address.js';

/** Providers whose mailboxes ignore dots in the local part, by their own documentation; the value is the main domain. */
const DOTLESS: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * What names the mailbox behind an address: without `+tag` (RFC 5233 subaddressing), and without dots where the provider
 * ignores them. For ceilings on mail alone, never for accounts: elsewhere `a.b@` and `ab@` may be two people.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  const [local, domain] = [key.slice(0, at).replace(/(?<=.)\+.*$/, ''), key.slice(at + 1)];
  const dotless = DOTLESS[domain];
  return dotless ? `${local.replaceAll('.', '')}@${dotless}` : `${local}@${domain}`;
}
