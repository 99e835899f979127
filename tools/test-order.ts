import { statSync } from 'node:fs';

interface TestFile {
  path: string;
}

/** The longest first. */
export const FIRST = [
  'fuzz',
  'rehearsal',
  'large-export.journey',
  'ops',
  'access-matrix',
  'draining.journey',
  'metrics.journey',
  'search',
  'trace.journey',
];

/** It measures how quickly something is answered, which should have the machine to itself. */
const LAST = 'overload.journey';

/** The order in which Jest hands the test files to its workers: so that none of them works long after the others have ended. */
export default class TestOrder {
  sort<T extends TestFile>(tests: T[]): T[] {
    return inOrder(tests);
  }

  cacheResults(): void {
    // The next run takes the same order.
  }
}

export function inOrder<T extends TestFile>(tests: T[]): T[] {
  const places = new Map(tests.map((test) => [test, place(test)]));
  return tests.toSorted((one, other) => places.get(one)! - places.get(other)!);
}

/** Big files take longer than small ones. */
function place({ path }: TestFile): number {
  const name = path.replace(/^.*\//, '').replace(/\.spec\.ts$/, '');
  const first = FIRST.indexOf(name);
  if (first >= 0) return first - Number.MAX_SAFE_INTEGER;
  return name === LAST ? 0 : -statSync(path).size;
}
