import { isIPv6 } from 'node:net';

/**
 * Who counts as one place: an IPv4 address, or the /64 that one customer of a provider has to himself.
 * @param ip as Fastify reads it from the connection and the headers of trusted proxies
 */
export function placeOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = ip.replace(/%.*$/, '').toLowerCase().split('::');
  const [first, last] = [groups(head), groups(tail)];
  const all = ip.includes('::')
    ? [...first, ...Array(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
    : first;
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

const groups = (text: string) => text.split(':').filter((group) => group !== '');
