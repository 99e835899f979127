import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { inOrder } from './test-order.ts';

/** As many as let two workers end at nearly the same time. */
const GROUPS = 8;

/**
 * Jest loads everything anew for each file it is given, which for the whole shop takes two seconds. Files that may
 * share what they load are handed over as a few larger ones, each test file a `describe` of its own in them.
 * @param alone files that stay as they are, by the ends of their paths
 * @returns the folder of the groups
 */
export function groupTests(directory: string, folders: string[], alone: string[]): string {
  const out = join(directory, 'groups');
  mkdirSync(out);
  const files = folders
    .flatMap((folder) => readdirSync(resolve(folder), { recursive: true, withFileTypes: true }))
    .map((entry) => ({ path: join(entry.parentPath, entry.name) }))
    .filter(({ path }) => path.endsWith('.spec.ts') && !alone.some((end) => path.endsWith(end)));
  const ordered = inOrder(files);
  for (let group = 0; group < GROUPS; group += 1) {
    // There and back, so that each group gets big and small files.
    const members = ordered.filter((_, place) => {
      const round = place % (2 * GROUPS);
      return group === (round < GROUPS ? round : 2 * GROUPS - 1 - round);
    });
    writeFileSync(join(out, `group-${group + 1}.spec.cjs`), members.map(({ path }) => member(path)).join('\n'));
  }
  return out;
}

/** A file that cannot be loaded is one failed test; the others of its group run all the same. */
const member = (file: string) => `
describe(${JSON.stringify(relative('.', file))}, () => {
  try {
    require(${JSON.stringify(file)});
  } catch (error) {
    it('loads', () => {
      throw error;
    });
  }
});`;
