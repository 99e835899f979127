import { expect, it, vi } from 'vitest';
import { isNetworkSlow } from './first-fonts';

it.each([
  ['a slow network', [{ transferSize: 110_000, ms: 550 }], true],
  ['a fast network', [{ transferSize: 110_000, ms: 20 }], false],
  ['the cache', [{ transferSize: 0, ms: 1 }], false],
  [
    'the cache and a fast network',
    [
      { transferSize: 0, ms: 900 },
      { transferSize: 9_000, ms: 10 },
    ],
    false,
  ],
])('isNetworkSlow detects whether the network is slow when the files come from %s', (_, files, slow) => {
  const entries = files.map(({ transferSize, ms }) => ({ transferSize, responseStart: 40, responseEnd: 40 + ms }));
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries as never);
  expect(isNetworkSlow()).toBe(slow);
});
