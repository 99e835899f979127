// Most npm scripts start this file with the machine's own Node. It installs missing dependencies, then runs a TypeScript
// file with Node 24, which is one of the dependencies. This file must run on Node 20 and can use no package.
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
    env: { ...process.env, PATH: createSearchPath(), WATCH_PARENT: '1' },
  }),
);

/** True when the installed dependencies match package.json and its lock file. */
function isInstalled() {
  if (!existsSync(node)) return false;
  const lockText = readText(lock);
  if (lockText && !lockText.startsWith(`${process.pid}`)) return false;
  if (existsSync(marker)) return readFileSync(marker, 'utf8') === fingerprint();
  // Without a marker, npm was run directly. The installation is up to date when npm's list is not older than package.json
  // and package-lock.json.
  const list = join(modules, '.package-lock.json');
  const files = ['package.json', 'package-lock.json'].filter((file) => existsSync(file));
  return existsSync(list) && files.every((file) => statSync(file).mtimeMs <= statSync(list).mtimeMs) && writeMarker();
}

/** Installs the dependencies and shows the elapsed time. Only one process installs at a time. */
async function install() {
  const since = Date.now();
  const elapsed = () => `${Math.round((Date.now() - since) / 1000)} s`;
  const message = isEmpty() ? 'Installing the dependencies, once' : 'Updating the dependencies';
  const isTerminal = process.stdout.isTTY;
  process.stdout.write(`${message} …${isTerminal ? '' : '\n'}`);
  const showElapsed = () => process.stdout.write(isTerminal ? `\r${message} … ${elapsed()}` : `  … ${elapsed()}\n`);
  const timer = setInterval(showElapsed, isTerminal ? 1000 : 15_000);
  try {
    await acquireLock();
    if (!isInstalled()) {
      await npm('install', ...installOptions);
      // When the packages were installed without their scripts, `npm install` does not run the scripts later; `npm rebuild`
      // does.
      if (!existsSync(node)) await npm('rebuild');
    }
  } catch (error) {
    fail(explain(`${error.code} ${error.message}`));
  }
  clearInterval(timer);
  rmSync(lock, { force: true });
  writeMarker();
  if (isTerminal) process.stdout.write('\r\u001B[K');
  console.log(`Dependencies are ready (${elapsed()}).`);
}

/** True when nothing is installed. */
function isEmpty() {
  return !existsSync(modules) || readdirSync(modules).every((entry) => join(modules, entry) === lock);
}

/** Waits while another process installs. Deletes an interrupted installation, because npm does not complete it. */
async function acquireLock() {
  for (;;) {
    mkdirSync(modules, { recursive: true });
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    // While the lock is being written or released, it contains no pid. Number('') is 0, and isAlive(0) is true: pid 0 means
    // the process group of this process. So this process waits.
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
async function npm(...npmCommand) {
  const { npm_execpath: path } = process.env;
  const [command, ...npmArguments] = path?.endsWith('npm-cli.js') ? [process.execPath, path] : ['npm'];
  const output = [];
  const ended = run(command, [...npmArguments, ...npmCommand, '--ignore-scripts=false'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    collect: (text) => output.push(text),
  });
  isInstalling = true;
  // The lock also contains the pid of npm, because npm continues when this process is killed.
  writeFileSync(lock, `${process.pid} ${child.pid}`);
  const code = await ended;
  isInstalling = false;
  if (stopping) process.exit(130);
  if (code !== 0) fail(explain(output.join('')));
}

/** @returns the probable reason, and how to fix it, from the output of npm */
function explain(output) {
  if (/ENOSPC|EDQUOT|no space left/i.test(output))
    return `The disk is full: the dependencies do not fit into ${modules}.`;
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output))
    return `${modules} cannot be written. Change its owner or its permissions.`;
  if (/ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|network|socket/i.test(output)) {
    return 'The package registry cannot be reached, and the dependencies are not complete. Connect to the network and start again.';
  }
  const lines = output.split('\n').filter((line) => line.trim() && !/complete log of this run|_logs/.test(line));
  return `npm install failed:\n${lines.slice(-20).join('\n')}`;
}

/** @returns a hash of the lock file and of the parts of package.json that affect the installation */
function fingerprint() {
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  const lockfile = existsSync('package-lock.json') ? readFileSync('package-lock.json', 'utf8') : '';
  const declared = JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides, allowScripts]);
  return createHash('sha256').update(declared).update(lockfile).digest('hex');
}

function writeMarker() {
  try {
    writeFileSync(marker, fingerprint());
  } catch {
    // node_modules can be read-only. Without the marker the next start compares the dates of the files instead.
  }
  return true;
}

function createSearchPath() {
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
    // After any signal except SIGKILL, npm completes the installation before it ends. The next start deletes and repeats an
    // interrupted installation, so this process does not wait for npm.
    setTimeout(() => child?.kill('SIGKILL'), 2000).unref();
  }
  stopping = true;
  if (child) child.kill(signal);
  else process.exit(130);
}

/**
 * Stops this process when npm or the shell that npm started has ended. The function polls, because a SIGKILL to npm and a
 * SIGTERM to the shell do not reach this process. A SIGINT to npm alone has no effect: npm sends it to the shell, and dash
 * handles it only after this program has ended. Ctrl-C works, because its SIGINT reaches the whole process group. A program
 * that stops `npm start` must therefore send SIGTERM, or send SIGINT to the group.
 */
function watchParent() {
  if (!process.env.npm_lifecycle_event) return;
  const watched = [process.ppid];
  const grandparent = parentOf(process.ppid);
  if (grandparent && /^(npm|node)/.test(nameOf(grandparent))) watched.push(grandparent);
  const timer = setInterval(() => {
    const parentEnded = process.ppid !== watched[0] || (watched[1] && parentOf(watched[0]) !== watched[1]);
    if (!parentEnded) return;
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
