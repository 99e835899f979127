import { networkPrefix, networkPrefixes } from './network-prefix.js';

describe('networkPrefix', () => {
  it('keeps an IPv4 address and reduces an IPv6 address to its /64 and /48', () => {
    expect([networkPrefix('203.0.113.9'), networkPrefix('::ffff:203.0.113.9')]).toEqual(['203.0.113.9', '203.0.113.9']);
    const sameNetwork = [
      '2001:db8:0:1::1',
      '2001:0db8:0000:0001:ffff::2',
      '2001:db8:0:1:a:b:c:d',
      '2001:DB8::1:0:0:0:9',
    ];
    expect(new Set(sameNetwork.map(networkPrefix))).toEqual(new Set(['2001:db8:0:1::/64']));
    expect(networkPrefix('2001:db8:0:2::1')).toBe('2001:db8:0:2::/64');
    expect(networkPrefix('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(networkPrefix('::1')).toBe('0:0:0:0::/64');
    // Some providers assign a /48 to a customer.
    expect(networkPrefixes('2001:0db8:0007:2::1')).toEqual(['2001:db8:7:2::/64', '2001:db8:7::/48']);
    expect(networkPrefixes('203.0.113.9')).toEqual(['203.0.113.9']);
  });

  it.each([
    ['198.51.100.99:1001', ['198.51.100.99']],
    ['[::ffff:198.51.100.99]:1001', ['198.51.100.99']],
    ['[2001:db8:7:2::1]:1001', ['2001:db8:7:2::/64', '2001:db8:7::/48']],
    ['[2001:db8:7:2::1]', ['2001:db8:7:2::/64', '2001:db8:7::/48']],
    ['2001:db8:7:2::1:1001', ['2001:db8:7:2::/64', '2001:db8:7::/48']],
  ])('ignores a port that a proxy appends: %s', (address, networks) => {
    expect(networkPrefixes(address)).toEqual(networks);
  });

  it.each([
    '::ffff:198.51.100.99',
    '::ffff:c633:6463',
    '0:0:0:0:0:FFFF:198.51.100.99',
    '::ffff:198.51.100.99%eth0',
    '[::ffff:198.51.100.99%1]:9',
  ])('counts an IPv4-mapped IPv6 address as the IPv4 address: %s', (address) => {
    expect(networkPrefixes(address)).toEqual(['198.51.100.99']);
  });

  it('removes the port after eight groups', () => {
    expect(networkPrefix('2001:db8:7:2:1:2:3:4:1001')).toBe('2001:db8:7:2::/64');
  });

  it('returns the same network for a request without an address, whose connection was reset', () => {
    expect(networkPrefixes(undefined)).toEqual(networkPrefixes('unknown'));
  });

  it('returns one network for all texts that are no address', () => {
    const texts = ['2001:db8::1/64', '"198.51.100.99"', 'for=198.51.100.99', '198.051.100.099', 'unknown', 'a', ''];
    expect(new Set(texts.flatMap(networkPrefixes))).toEqual(new Set(['no address']));
  });
});
