// Every npm script starts here, with the Node of the machine: installs missing dependencies, then runs a TypeScript file
// with the Node among them. Plain JavaScript for Node 20, without packages.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const scripts = { start: 'sandbox/start.ts', test: 'tools/test.ts' };
const modules = join(root, 'node_modules');
const marker = join(modules, '.installed-for');
const lock = join(modules, '.installing');
const installOptions = [
  '--no-save',
  '--include=dev',
  '--include=optional',
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
];
const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

let child;
let stopping = false;
let isInstalling = false;
process.chdir(root);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
watchParent();

const [name = '', ...args] = process.argv.slice(2);
const script = scripts[name] ?? name;
if (!script.endsWith('.ts') || !existsSync(script))
  fail(`Usage: node tools/bootstrap.mjs <start|test|file.ts> [arguments]`);
if (!isInstalled()) await install();
if (!existsSync(node)) fail('Node 24 is missing among the dependencies. Remove node_modules and start again.');
process.exit(
  await run(node, [script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: searchPath(), WATCH_PARENT: '1' },
  }),
);

/** True when the installed dependencies match package.json and its lock file. */
function isInstalled() {
  if (!existsSync(node)) return false;
  const holder = readText(lock);
  if (holder && !holder.startsWith(`${process.pid}`)) return false;
  if (existsSync(marker)) return readFileSync(marker, 'utf8') === fingerprint();
  // Installed by hand: the list of npm is newer than package.json and its lock file.
  const list = join(modules, '.package-lock.json');
  const files = ['package.json', 'package-lock.json'].filter((file) => existsSync(file));
  return existsSync(list) && files.every((file) => statSync(file).mtimeMs <= statSync(list).mtimeMs) && mark();
}

/** Installs the dependencies and shows one line. Only one process installs at a time. */
async function install() {
  const since = Date.now();
  const elapsed = () => `${Math.round((Date.now() - since) / 1000)} s`;
  const message = isEmpty() ? 'Installing the dependencies, once' : 'Updating the dependencies';
  const live = process.stdout.isTTY;
  process.stdout.write(`${message} …${live ? '' : '\n'}`);
  const show = () => process.stdout.write(live ? `\r${message} … ${elapsed()}` : `  … ${elapsed()}\n`);
  const timer = setInterval(show, live ? 1000 : 15_000);
  try {
    await acquireLock();
    if (!isInstalled()) {
      await npm('install', ...installOptions);
      // npm does not repeat the scripts of packages that were installed without them.
      if (!existsSync(node)) await npm('rebuild');
    }
  } catch (error) {
    fail(explain(`${error.code} ${error.message}`));
  }
  clearInterval(timer);
  rmSync(lock, { force: true });
  mark();
  if (live) process.stdout.write('\r\u001B[K');
  console.log(`Dependencies are ready (${elapsed()}).`);
}

/** True when nothing is installed. */
function isEmpty() {
  return !existsSync(modules) || readdirSync(modules).every((entry) => join(modules, entry) === lock);
}

/** Waits for another installation. Deletes the result of an interrupted one, which npm would not complete. */
async function acquireLock() {
  for (;;) {
    mkdirSync(modules, { recursive: true });
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    // No pid while the lock is being written or released; 0, the process group, is alive.
    const pids = readText(lock).split(' ');
    if (pids.some((pid) => isAlive(Number(pid)))) await new Promise((resolve) => setTimeout(resolve, 500));
    else rmSync(modules, { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs npm; ends this process with the reason when npm fails. */
async function npm(...words) {
  const { npm_execpath: path } = process.env;
  const [command, ...first] = path?.endsWith('npm-cli.js') ? [process.execPath, path] : ['npm'];
  const output = [];
  const ended = run(command, [...first, ...words, '--ignore-scripts=false'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    collect: (text) => output.push(text),
  });
  isInstalling = true;
  // npm continues when this process is killed.
  writeFileSync(lock, `${process.pid} ${child.pid}`);
  const code = await ended;
  isInstalling = false;
  if (stopping) process.exit(130);
  if (code !== 0) fail(explain(output.join('')));
}

/** Summarises the output of npm. */
function explain(output) {
  if (/ENOSPC|EDQUOT|no space left/i.test(output))
    return `The disk is full: the dependencies do not fit into ${modules}.`;
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output)) return `${modules} cannot be written. Change its owner or its rights.`;
  if (/ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|network|socket/i.test(output)) {
    return 'The package registry cannot be reached, and the dependencies are not complete. Connect to the network and start again.';
  }
  const lines = output.split('\n').filter((line) => line.trim() && !/complete log of this run|_logs/.test(line));
  return `npm install failed:\n${lines.slice(-20).join('\n')}`;
}

/** Hash of the parts of package.json that affect the installation, and of the lock file. */
function fingerprint() {
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  const lockfile = existsSync('package-lock.json') ? readFileSync('package-lock.json', 'utf8') : '';
  const wanted = JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides, allowScripts]);
  return createHash('sha256').update(wanted).update(lockfile).digest('hex');
}

function mark() {
  try {
    writeFileSync(marker, fingerprint());
  } catch {
    // A read-only node_modules works too; only the next start checks it again.
  }
  return true;
}

function searchPath() {
  return [join(modules, '.bin'), process.env.PATH].filter(Boolean).join(delimiter);
}

/** Runs a program to its end; returns its exit code, or 128 + the number of the signal that ended it. */
function run(command, parameters, { collect, ...options }) {
  return new Promise((resolve) => {
    child = spawn(command, parameters, options);
    child.stdout?.on('data', (chunk) => collect(chunk.toString()));
    child.stderr?.on('data', (chunk) => collect(chunk.toString()));
    child.once('error', (error) => fail(`${command} cannot be run: ${error.message}`));
    child.once('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

function stop(signal) {
  if (isInstalling && !stopping) {
    console.log('\nStopping …');
    // npm would first complete an installation that the next start deletes.
    setTimeout(() => child?.kill('SIGKILL'), 2000).unref();
  }
  stopping = true;
  if (child) child.kill(signal);
  else process.exit(130);
}

/**
 * Stops when npm, the parent, has ended: a SIGKILL to npm and a SIGTERM to its shell do not reach this process.
 * A SIGINT to npm alone cannot be noticed: npm sends it to the shell, and dash keeps it until this program has ended.
 * Ctrl-C reaches the whole group; a program that stops `npm start` sends SIGTERM, or SIGINT to the group.
 */
function watchParent() {
  if (!process.env.npm_lifecycle_event) return;
  const watched = [process.ppid];
  const above = parentOf(process.ppid);
  if (above && /^(npm|node)/.test(nameOf(above))) watched.push(above);
  const timer = setInterval(() => {
    const gone = process.ppid !== watched[0] || (watched[1] && parentOf(watched[0]) !== watched[1]);
    if (!gone) return;
    clearInterval(timer);
    stop('SIGTERM');
  }, 500);
  timer.unref();
}

function parentOf(pid) {
  const stat = readText(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

function nameOf(pid) {
  return readText(`/proc/${pid}/comm`);
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}
