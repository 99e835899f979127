import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { FIRST, inOrder } from './test-order.ts';

/** With this number two workers end at about the same time. */
const GROUPS = 4;

export interface TestGroups {
  folder: string;
  /** Number of groups, without the group `slow`. */
  count: number;
  /** The grouped test files, relative to the root. */
  members: string[];
}

/**
 * Jest loads all modules again for each file, which takes two seconds for the whole shop. So the test files are grouped into
 * a few larger files, with one `describe` for each. The group of a file does not depend on the other files;
 * `npm test -- jest group-3` runs one group.
 * @param slow files of a separate group, in this order, relative to the root
 * @param alone files that are not grouped, relative to the root
 */
export function groupTests(folders: string[], slow: string[], alone: string[]): TestGroups {
  const folder = resolve('.cache/test-groups');
  mkdirSync(folder, { recursive: true });
  const found = testFiles(folders);
  const apart = new Set([...slow, ...alone]);
  const members = inOrder(found)
    .map(({ path }) => relative('.', path))
    .filter((file) => !apart.has(file));
  for (let group = 0; group < GROUPS; group += 1) {
    const own = members.filter((file) => groupOf(file) === group);
    writeFileSync(join(folder, `group-${group + 1}.spec.cjs`), own.map(member).join('\n'));
  }
  writeFileSync(join(folder, 'slow.spec.cjs'), slow.map(member).join('\n'));
  return { folder, count: GROUPS, members };
}

export const testFiles = (folders: string[]) =>
  folders
    .flatMap((one) => readdirSync(resolve(one), { recursive: true, withFileTypes: true }))
    .map((entry) => ({ path: join(entry.parentPath, entry.name) }))
    .filter(({ path }) => path.endsWith('.spec.ts'));

/** Distributes the longest files evenly, the others by a hash of their path. */
function groupOf(file: string): number {
  const long = FIRST.indexOf(basename(file, '.spec.ts'));
  return (long >= 0 ? long : createHash('sha256').update(file).digest().readUInt32BE(0)) % GROUPS;
}

/** A file that cannot be loaded is one failed test; the others of its group still run. */
const member = (file: string) => `
describe(${JSON.stringify(file)}, () => {
  try {
    require(${JSON.stringify(resolve(file))});
  } catch (error) {
    it('loads', () => {
      throw error;
    });
  }
});`;
