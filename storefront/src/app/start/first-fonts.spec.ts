import { expect, it, vi } from 'vitest';
import { lineIsSlow } from './first-fonts';

it.each([
  ['a slow line', [{ transferSize: 110_000, ms: 550 }], true],
  ['a fast line', [{ transferSize: 110_000, ms: 20 }], false],
  ['a cache', [{ transferSize: 0, ms: 1 }], false],
  [
    'a cache and a fast line',
    [
      { transferSize: 0, ms: 900 },
      { transferSize: 9_000, ms: 10 },
    ],
    false,
  ],
])('recognises code that came from %s', (_, files, slow) => {
  const entries = files.map(({ transferSize, ms }) => ({ transferSize, responseStart: 40, responseEnd: 40 + ms }));
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries as never);
  expect(lineIsSlow()).toBe(slow);
});
