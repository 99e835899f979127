import { isIPv4, isIPv6 } from 'node:net';
import { plainAddress } from '../platform/http/limits/network-prefix.js';

/** The network an address belongs to (/24, /48): enough for a proof, too little to find one household. */
export function networkOf(ip: string): string | null {
  const plain = plainAddress(ip);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return null;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  // What the double colon stands for are zeros; only the first three groups matter.
  if (tail !== undefined) while (groups.length < 8 - tail.split(':').filter(Boolean).length) groups.push('0');
  return `${[...groups, ...(tail ?? '').split(':')].slice(0, 3).join(':')}::/48`;
}
