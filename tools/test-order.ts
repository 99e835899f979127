import { statSync } from 'node:fs';

interface TestFile {
  path: string;
}

/** The longest first. */
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

/** Measures response times, so it runs without other tests. */
const LAST = 'overload.journey';

/** Jest starts the longest test files first, so that its workers end at about the same time. */
export default class TestOrder {
  sort<T extends TestFile>(tests: T[]): T[] {
    return inOrder(tests);
  }

  cacheResults(): void {
    // Every run has the same order.
  }
}

export function inOrder<T extends TestFile>(tests: T[]): T[] {
  const places = new Map(tests.map((test) => [test, place(test)]));
  return tests.toSorted((one, other) => places.get(one)! - places.get(other)!);
}

/** Larger files take longer. */
function place({ path }: TestFile): number {
  const name = path.replace(/^.*\//, '').replace(/\.spec\.ts$/, '');
  const first = FIRST.indexOf(name);
  if (first >= 0) return first - Number.MAX_SAFE_INTEGER;
  return name === LAST ? 0 : -statSync(path).size;
}
