import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { FIRST, sortTests } from './test-order.ts';

/** Number of groups, with which Jest's two workers end at about the same time. */
const GROUPS = 4;

export interface TestGroups {
  folder: string;
  /** Number of groups, without the group `slow`. */
  count: number;
  /** The grouped test files, relative to the root. */
  members: string[];
}

/**
 * Writes one file per group, with one `describe` for each test file of the group. Jest loads all modules again for each
 * file that it runs, which takes two seconds for the whole shop. The group of a test file does not depend on the other test
 * files.
 * `npm test -- jest group-3` runs one group.
 * @param slow the files of a separate group, in this order; paths relative to the root
 * @param alone the files that are not grouped; paths relative to the root
 */
export function groupTests(folders: string[], slow: string[], alone: string[]): TestGroups {
  const folder = resolve('.cache/test-groups');
  mkdirSync(folder, { recursive: true });
  const found = testFiles(folders);
  const excluded = new Set([...slow, ...alone]);
  const members = sortTests(found)
    .map(({ path }) => relative('.', path))
    .filter((file) => !excluded.has(file));
  for (let group = 0; group < GROUPS; group += 1) {
    const own = members.filter((file) => groupOf(file) === group);
    writeFileSync(join(folder, `group-${group + 1}.spec.cjs`), own.map(describeFile).join('\n'));
  }
  writeFileSync(join(folder, 'slow.spec.cjs'), slow.map(describeFile).join('\n'));
  return { folder, count: GROUPS, members };
}

export const testFiles = (folders: string[]) =>
  folders
    .flatMap((folder) => readdirSync(resolve(folder), { recursive: true, withFileTypes: true }))
    .map((entry) => ({ path: join(entry.parentPath, entry.name) }))
    .filter(({ path }) => path.endsWith('.spec.ts'));

/**
 * @returns the group of a file: files with a long running time (FIRST) are distributed evenly, the others by a hash of their
 * path
 */
function groupOf(file: string): number {
  const long = FIRST.indexOf(basename(file, '.spec.ts'));
  return (long >= 0 ? long : createHash('sha256').update(file).digest().readUInt32BE(0)) % GROUPS;
}

/**
 * @returns the `describe` of a test file; if the file cannot be loaded, one test fails and the rest of the group still runs
 */
const describeFile = (file: string) => `
describe(${JSON.stringify(file)}, () => {
  try {
    require(${JSON.stringify(resolve(file))});
  } catch (error) {
    it('loads', () => {
      throw error;
    });
  }
});`;
