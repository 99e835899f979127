import { coarseNetwork } from './coarse-network.js';

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:12:3456::1', '2001:db8:12::/48'],
  ['2001:DB8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['1:2:3:4:5:6:7:8', '1:2:3::/48'],
  ['1::', '1:0:0::/48'],
  ['somewhere', null],
])('coarseNetwork shortens %s to %s', (ip, network) => {
  expect(coarseNetwork(ip)).toBe(network);
});
