import { spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readPidFile, isServerOf } from './pid-file.ts';

const sharedDirectory = '/var/tmp';
const UNPRIVILEGED = 'nobody';
const prefix = 'pattern-marketplace-';
const OWNER_FILE = 'belongs-to';

/** The operating system account that a server runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * @returns the unprivileged account of the system when this process runs as root, because PostgreSQL refuses to run as root;
 * undefined for other users
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith(`${UNPRIVILEGED}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid)
    throw new Error(`PostgreSQL refuses to run as root, and this machine has no account "${UNPRIVILEGED}"`);
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * @returns the directory of the server's files: `directory`, or a new directory in /var/tmp if the account cannot open
 * `directory`, for example because root's home contains it. The file `location` in `directory` then contains the new path.
 */
export function serverHome(directory: string, account: Account | undefined): string {
  mkdirSync(directory, { recursive: true });
  if (!account) return resolve(directory);
  const locationFile = join(directory, 'location');
  const existing = existsSync(locationFile) ? readFileSync(locationFile, 'utf8').trim() : '';
  if (existing && existsSync(existing)) return existing;
  if (succeedsAs(account, 'cd "$1"', resolve(directory))) return resolve(directory);
  removeUnusedHomes();
  const home = mkdtempSync(join(sharedDirectory, prefix));
  writeFileSync(locationFile, `${home}\n`);
  writeFileSync(join(home, OWNER_FILE), resolve(directory));
  chownSync(home, account.uid, account.gid);
  return home;
}

/** Removes the directories in /var/tmp whose original directory has been deleted. */
function removeUnusedHomes(): void {
  for (const name of readdirSync(sharedDirectory).filter((entry) => entry.startsWith(prefix))) {
    const home = join(sharedDirectory, name);
    const ownerFile = join(home, OWNER_FILE);
    if (!existsSync(ownerFile) || existsSync(join(readFileSync(ownerFile, 'utf8'), 'location'))) continue;
    const data = join(home, 'data');
    const server = readPidFile(data);
    if (!server || !isServerOf(server, data)) rmSync(home, { recursive: true, force: true });
  }
}

/** @returns the path of the program, or of its duplicate in `home` if the account cannot run the original */
export function reachableProgram(program: string, home: string, account: Account | undefined): string {
  if (!account || succeedsAs(account, '[ -x "$1" ] && [ -r "$1" ]', program)) return program;
  const installed = dirname(dirname(program));
  const { version } = JSON.parse(readFileSync(join(installed, '..', 'package.json'), 'utf8')) as { version: string };
  const duplicate = join(home, `programs-${version}`);
  if (!existsSync(duplicate)) {
    const unfinished = `${duplicate}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true });
    chownAll(account, unfinished);
    renameSync(unfinished, duplicate);
  }
  return join(duplicate, program.slice(installed.length + 1));
}

function chownAll(account: Account, directory: string): void {
  chownSync(directory, account.uid, account.gid);
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
}

function succeedsAs(account: Account, test: string, path: string): boolean {
  const { error, status } = spawnSync('/bin/sh', ['-c', test, 'sh', path], { ...account, cwd: '/', stdio: 'ignore' });
  if (error) throw new Error(`PostgreSQL cannot run as "${UNPRIVILEGED}" here: ${error.message}`);
  return status === 0;
}
