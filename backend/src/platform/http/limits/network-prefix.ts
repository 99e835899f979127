import { isIPv6 } from 'node:net';

/** How many times wider the limit of a /48 is than that of one of its /64. */
export const WIDER = 10;

/**
 * The network that counts as one place: an IPv4 address, or the /64 that a provider gives to one customer.
 * @param ip as Fastify reads it from the connection and the headers of trusted proxies
 */
export const networkPrefix = (ip: string): string => prefix(ip, 64) ?? plainAddress(ip);

/**
 * All networks that a request counts for, the narrow one first: many a customer has a /48, that is 65,536 places.
 * @returns one for IPv4, the /64 and the /48 for IPv6
 */
export function networkPrefixes(ip: string): [narrow: string, wide?: string] {
  const wide = prefix(ip, 48);
  return wide ? [networkPrefix(ip), wide] : [networkPrefix(ip)];
}

/** Without the IPv6 spelling of an IPv4 address, the name of an interface, and the port that some proxies write behind it. */
export const plainAddress = (ip: string): string =>
  ip
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
    .replace(/%.*$/, '');

/** @returns null for what is no IPv6 address */
function prefix(ip: string, bits: 48 | 64): string | null {
  const address = plainAddress(ip).toLowerCase();
  if (!isIPv6(address)) return null;
  const [head = '', tail = ''] = address.split('::');
  const [first, last] = [groups(head), groups(tail)];
  const all = address.includes('::')
    ? [...first, ...Array(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
    : first;
  const kept = all.slice(0, bits / 16).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${kept.join(':')}::/${bits}`;
}

const groups = (text: string) => text.split(':').filter((group) => group !== '');
