import { isIPv6 } from 'node:net';

/** The limit of a /48 is this many times as high as the limit of a /64. */
export const WIDE_FACTOR = 10;

/**
 * The network that rate limits treat as one client: an IPv4 address, or the /64 of an IPv6 address.
 * @param ip the address that Fastify reads from the connection and the headers of trusted proxies
 */
export const networkPrefix = (ip: string): string => prefix(ip, 64) ?? plainAddress(ip);

/**
 * All networks under which a request is counted, the narrow one first. The /48 counts too, because many customers have a
 * whole /48, which contains 65,536 /64 networks.
 * @returns the address for IPv4; the /64 and the /48 for IPv6
 */
export function networkPrefixes(ip: string): [narrow: string, wide?: string] {
  const wide = prefix(ip, 48);
  return wide ? [networkPrefix(ip), wide] : [networkPrefix(ip)];
}

/** Removes the IPv6 form of an IPv4 address, the zone id, and the port that some proxies append. */
export const plainAddress = (ip: string): string =>
  ip
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
    .replace(/%.*$/, '');

/** @returns null when the address is not IPv6 */
function prefix(ip: string, bits: 48 | 64): string | null {
  const address = plainAddress(ip).toLowerCase();
  if (!isIPv6(address)) return null;
  const [head = '', tail = ''] = address.split('::');
  const [first, last] = [splitGroups(head), splitGroups(tail)];
  const allGroups = address.includes('::')
    ? [...first, ...Array(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
    : first;
  const prefixGroups = allGroups.slice(0, bits / 16).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${prefixGroups.join(':')}::/${bits}`;
}

const splitGroups = (text: string) => text.split(':').filter((group) => group !== '');
