import { isIPv4, isIPv6 } from 'node:net';

/** The limit of a /48 is this many times as high as the limit of a /64. */
export const WIDE_FACTOR = 10;

/**
 * The network that rate limits treat as one client: an IPv4 address, or the /64 of an IPv6 address.
 * @param ip the address that Fastify reads from the connection and the headers of trusted proxies; undefined after the
 *   client has reset the connection
 */
export const networkPrefix = (ip: string | undefined): string => prefix(ip, 64) ?? plainAddress(ip);

/**
 * All networks under which a request is counted, the narrow one first. The /48 counts too, because many providers
 * assign a whole /48, which contains 65,536 /64 networks, to one customer.
 * @returns the address for IPv4; the /64 and the /48 for IPv6
 */
export function networkPrefixes(ip: string | undefined): [narrow: string, wide?: string] {
  const wide = prefix(ip, 48);
  return wide ? [networkPrefix(ip), wide] : [networkPrefix(ip)];
}

/**
 * Replaces a missing address and a text that is no address. They have one count together, so a client gains no attempts by
 * inventing texts.
 */
const NO_ADDRESS = 'no address';

/**
 * Writes an address in one form: IPv4 also for IPv4-mapped IPv6 (`::ffff:192.0.2.1`, `::ffff:c000:201`), IPv6 in lower case
 * and without superfluous zeros. Removes the zone id, and the port that some proxies append.
 */
function plainAddress(ip: string | undefined): string {
  if (ip === undefined) return NO_ADDRESS;
  const address = ip
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+|(?:[\da-f]+:){7}[\da-f]+):\d+$/i, '$1')
    .replace(/%.*$/, '');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return NO_ADDRESS;
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(plain) ?? [];
  if (high === undefined || low === undefined) return plain;
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.');
}

/** @returns null when the address is not IPv6 */
function prefix(ip: string | undefined, bits: 48 | 64): string | null {
  const address = plainAddress(ip);
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
