import { statSync } from 'node:fs';

interface TestFile {
  path: string;
}

/** Names of the test files with the longest running times, without `.spec.ts`; the longest first. */
export const FIRST = [
  'hostile',
  'stamp-pixels',
  'stamp-layout',
  'own-mark',
  'mail-outage.journey',
  'growth',
  'large-export.journey',
  'metrics.journey',
  'fuzz',
  'rehearsal',
  'prepare-in-process',
  'known-places.journey',
  'draining.journey',
  'ops',
  'access-matrix',
  'uploads.journey',
];

/** Name of the test file that measures response times, so it runs after the other test files. */
const LAST = 'overload.journey';

/** Lets Jest start the longest test files first, so that its workers end at about the same time. */
export default class TestOrder {
  sort<T extends TestFile>(tests: T[]): T[] {
    return sortTests(tests);
  }

  cacheResults(): void {
    // Jest would save durations here, but every run has the same order.
  }
}

/** @returns the files in the order in which Jest starts them */
export function sortTests<T extends TestFile>(tests: T[]): T[] {
  const keys = new Map(tests.map((test) => [test, sortKey(test)]));
  return tests.toSorted((a, b) => keys.get(a)! - keys.get(b)!);
}

/** @returns the sort key of a file: FIRST, then the others, larger files first because they take longer, then LAST */
function sortKey({ path }: TestFile): number {
  const name = path.replace(/^.*\//, '').replace(/\.spec\.ts$/, '');
  const first = FIRST.indexOf(name);
  if (first >= 0) return first - Number.MAX_SAFE_INTEGER;
  return name === LAST ? 0 : -statSync(path).size;
}
