import { domainToASCII } from 'node:url';
import { emailKey } from './email-address.js';

interface Provider {
  /** All domains of one mailbox, the main domain first. */
  domains: [string, ...string[]];
  /** Characters of the local part that the provider ignores. */
  ignored: string;
}

const PROVIDERS: Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: '.' },
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignored: '._-' },
  { domains: ['icloud.com', 'me.com', 'mac.com'], ignored: '' },
];
const PROVIDER_OF = new Map(PROVIDERS.flatMap((provider) => provider.domains.map((domain) => [domain, provider])));

/**
 * The key of the mailbox that receives mail for an address: without `+tag` (RFC 5233), without the characters that the
 * provider ignores, and with the provider's main domain in punycode. Use it only for limits on mail, never to identify an
 * account: another provider can give `a+b@` and `a@` to different people.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const separator = key.lastIndexOf('@');
  const [local, rawDomain] = [key.slice(0, separator).replace(/(?<=.)\+.*$/, ''), key.slice(separator + 1)];
  // domainToASCII returns an empty string for an invalid domain.
  const domain = domainToASCII(rawDomain) || rawDomain;
  const provider = PROVIDER_OF.get(domain);
  if (!provider) return `${local}@${domain}`;
  return `${[...local].filter((char) => !provider.ignored.includes(char)).join('')}@${provider.domains[0]}`;
}
