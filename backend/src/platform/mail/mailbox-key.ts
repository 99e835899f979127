import { domainToASCII } from 'node:url';
import { emailKey } from './email-address.js';

/** Domains of providers that ignore dots in the local part; the value is the provider's main domain. */
const DOT_IGNORING_DOMAINS: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * The key of the mailbox that receives mail for an address: without `+tag` (RFC 5233), without dots if the provider ignores
 * them, and with the domain in punycode. Use it only for limits on mail, never to identify an account: another provider can
 * give `a+b@` and `a@` to different people.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const separator = key.lastIndexOf('@');
  const [local, rawDomain] = [key.slice(0, separator).replace(/(?<=.)\+.*$/, ''), key.slice(separator + 1)];
  // domainToASCII returns an empty string for an invalid domain.
  const domain = domainToASCII(rawDomain) || rawDomain;
  const mainDomain = DOT_IGNORING_DOMAINS[domain];
  return mainDomain ? `${local.replaceAll('.', '')}@${mainDomain}` : `${local}@${domain}`;
}
