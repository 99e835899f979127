import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { FIRST, inOrder } from './test-order.ts';

/** As many as let two workers end at nearly the same time. */
const GROUPS = 4;

export interface TestGroups {
  folder: string;
  /** Of those that are dealt out; beside them there is the group `waiting`. */
  count: number;
  /** The test files that are dealt out, from the root of the project. */
  members: string[];
}

/**
 * Jest loads everything anew for each file it is given, which for the whole shop takes two seconds. Files that may
 * share what they load are handed over as a few larger ones, each test file a `describe` of its own in them. A file stays in
 * its group whatever becomes of the others, and `npm test -- jest group-3` runs one again.
 * @param waiting files that are a group of their own, in this order; from the root of the project, like `alone`
 * @param alone files that stay as they are
 */
export function groupTests(folders: string[], waiting: string[], alone: string[]): TestGroups {
  const folder = resolve('.cache/test-groups');
  mkdirSync(folder, { recursive: true });
  const found = testFiles(folders);
  const apart = new Set([...waiting, ...alone]);
  const members = inOrder(found)
    .map(({ path }) => relative('.', path))
    .filter((file) => !apart.has(file));
  for (let group = 0; group < GROUPS; group += 1) {
    const own = members.filter((file) => groupOf(file) === group);
    writeFileSync(join(folder, `group-${group + 1}.spec.cjs`), own.map(member).join('\n'));
  }
  writeFileSync(join(folder, 'waiting.spec.cjs'), waiting.map(member).join('\n'));
  return { folder, count: GROUPS, members };
}

export const testFiles = (folders: string[]) =>
  folders
    .flatMap((one) => readdirSync(resolve(one), { recursive: true, withFileTypes: true }))
    .map((entry) => ({ path: join(entry.parentPath, entry.name) }))
    .filter(({ path }) => path.endsWith('.spec.ts'));

/** The longest are dealt out, the others fall where their names put them. */
function groupOf(file: string): number {
  const long = FIRST.indexOf(basename(file, '.spec.ts'));
  return (long >= 0 ? long : createHash('sha256').update(file).digest().readUInt32BE(0)) % GROUPS;
}

/** A file that cannot be loaded is one failed test; the others of its group run all the same. */
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
