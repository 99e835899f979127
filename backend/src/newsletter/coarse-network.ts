import { isIPv4, isIPv6 } from 'node:net';
import { plainAddress } from '../platform/http/limits/network-prefix.js';

/**
 * The /24 (IPv4) or /48 (IPv6) network of an IP address. It is stored with the confirmation as proof of consent and is
 * too coarse to identify a household.
 */
export function coarseNetwork(ip: string): string | null {
  const plain = plainAddress(ip);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return null;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  // Expands the double colon, which stands for groups of zeros.
  if (tail !== undefined) while (groups.length < 8 - tail.split(':').filter(Boolean).length) groups.push('0');
  return `${[...groups, ...(tail ?? '').split(':')].slice(0, 3).join(':')}::/48`;
}
