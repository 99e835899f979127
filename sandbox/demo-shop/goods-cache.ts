import { createHash, randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { packGoods, unpackGoods } from '../../backend/seeds/goods-file.ts';

// The goods are the contents of the demo shop: one entry per pattern with its pictures and its prepared files, and the entry
// `shop` with the designers and the texts of all patterns.

/** The inputs of the drawings: folders with code, and the lock file with the versions of the packages. */
const INPUTS = ['sandbox/demo-shop', 'workers/src/pdf', 'backend/seeds/goods-file.ts', 'package-lock.json'];

/** The number of folders that are kept. Each has about 40 MB. The least recently used folders are removed. */
const KEPT_FOLDERS = 4;

/** Milliseconds. An older temporary file belongs to a killed process. */
const TEMPORARY_MS = 60 * 60_000;

/**
 * @returns the folder for the drawn patterns of the current sources. The folder is in XDG_CACHE_HOME or ~/.cache, where
 * all clones of a user share it. Without a writable home directory, it is in `.cache` of the project.
 */
export function cacheFolder(root: string, env: NodeJS.ProcessEnv = process.env): string {
  const user = userCache(env);
  const parents = [...(user ? [join(user, 'pattern-marketplace')] : []), join(root, '.cache')];
  for (const parent of parents) {
    const folder = join(parent, 'demo-shop', cacheKey(root));
    if (!canWrite(folder)) continue;
    utimesSync(folder, new Date(), new Date());
    evict(join(parent, 'demo-shop'), folder);
    return folder;
  }
  throw new Error(`The demo shop cannot be stored: none of these folders is writable: ${parents.join(', ')}`);
}

function userCache({ XDG_CACHE_HOME, HOME }: NodeJS.ProcessEnv): string | undefined {
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME;
  const home = HOME ?? homedir();
  return isAbsolute(home) && existsSync(home) ? join(home, '.cache') : undefined;
}

function canWrite(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns a hash of the inputs except tests, and of Node's version and platform */
export function cacheKey(root: string): string {
  const hash = createHash('sha256').update([process.versions.node, process.platform, process.arch].join());
  for (const input of INPUTS) {
    for (const file of filesIn(root, input)) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex').slice(0, 20);
}

function filesIn(root: string, input: string): string[] {
  if (!statSync(join(root, input)).isDirectory()) return [input];
  return readdirSync(join(root, input), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

const age = (path: string) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);

/** Removes the least recently used folders, and temporary files of killed processes. */
function evict(all: string, current: string): void {
  const others = readdirSync(all)
    .map((name) => join(all, name))
    .filter((path) => path !== current)
    .map((path) => ({ path, age: age(path) }))
    .sort((a, b) => a.age - b.age);
  for (const { path } of others.slice(KEPT_FOLDERS - 1)) rmSync(path, { recursive: true, force: true });
  for (const name of readdirSync(current)) {
    const path = join(current, name);
    if (name.endsWith('.tmp') && age(path) > TEMPORARY_MS) rmSync(path, { force: true });
  }
}

/** @returns an entry, or null when it is missing or damaged */
export function readGoods<T>(folder: string, entry: string): T | null {
  const file = join(folder, entry);
  return existsSync(file) ? unpackGoods<T>(readFileSync(file)) : null;
}

/** Writes an entry atomically; when several processes write it concurrently, the last one wins. */
export function writeGoods(folder: string, entry: string, value: unknown): void {
  const temporary = join(folder, `${entry}.${randomUUID()}.tmp`);
  writeFileSync(temporary, packGoods(value));
  renameSync(temporary, join(folder, entry));
}
