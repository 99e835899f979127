// What every npm script runs, with the installed version of Node: it makes sure that the dependencies are there and
// then runs a TypeScript file with the Node among them. Plain JavaScript for Node 20, without any package.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const scripts = { start: 'sandbox/start.ts', test: 'tools/test.ts' };
const modules = join(root, 'node_modules');
const marker = join(modules, '.installed-for');
const turn = join(modules, '.installing');
const apart = join(root, '.cache', 'install');
const wanted = [
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

/** True when the dependencies are those that package.json and its lock ask for. */
function isInstalled() {
  if (!existsSync(node)) return false;
  if (existsSync(turn) && !readFileSync(turn, 'utf8').startsWith(`${process.pid}`)) return false;
  if (existsSync(marker)) return readFileSync(marker, 'utf8') === fingerprint();
  // Installed by hand: npm wrote its own list after the files that ask for it.
  const list = join(modules, '.package-lock.json');
  const asked = ['package.json', 'package-lock.json'].filter((file) => existsSync(file));
  return existsSync(list) && asked.every((file) => statSync(file).mtimeMs <= statSync(list).mtimeMs) && mark();
}

/** Installs what is asked for, with one line on the screen. Only one process installs at a time. */
async function install() {
  const since = Date.now();
  const elapsed = () => `${Math.round((Date.now() - since) / 1000)} s`;
  const words = isEmpty() ? 'Installing the dependencies, once' : 'Updating the dependencies';
  const live = process.stdout.isTTY;
  process.stdout.write(`${words} …${live ? '' : '\n'}`);
  const show = () => process.stdout.write(live ? `\r${words} … ${elapsed()}` : `  … ${elapsed()}\n`);
  const timer = setInterval(show, live ? 1000 : 15_000);
  try {
    await takeTurn();
    if (!isInstalled()) {
      if (!isEmpty() || !(await installAddressed())) await npm(['install', ...wanted]);
      // npm does not repeat the scripts of packages that were installed without them.
      if (!existsSync(node)) await npm(['rebuild']);
    }
  } catch (error) {
    fail(explain(`${error.code} ${error.message}`));
  }
  clearInterval(timer);
  rmSync(turn, { force: true });
  mark();
  if (live) process.stdout.write('\r\u001B[K');
  console.log(`Dependencies are ready (${elapsed()}).`);
}

/** True when nothing is installed. */
function isEmpty() {
  return !existsSync(modules) || readdirSync(modules).every((entry) => join(modules, entry) === turn);
}

/** Waits for another installation; what an interrupted one left behind is thrown away, npm would not complete it. */
async function takeTurn() {
  for (;;) {
    mkdirSync(modules, { recursive: true });
    try {
      writeFileSync(turn, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (
      readFileSync(turn, 'utf8')
        .split(' ')
        .some((pid) => isAlive(Number(pid)))
    )
      await new Promise((resolve) => setTimeout(resolve, 500));
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

/**
 * The lock names no addresses, because a machine may have a registry of its own, and so npm asks for each package where
 * it is: a fifth of npm's work. Registries have one way to address a package, so a first installation goes
 * by a copy of the lock with the addresses in it, apart, and is then moved here. @returns false where
 * that fails
 */
async function installAddressed() {
  mkdirSync(dirname(apart), { recursive: true });
  // What lies on another disk cannot be moved here in a moment.
  const isNear = statSync(dirname(apart)).dev === statSync(modules).dev;
  if (!isNear || !existsSync('package-lock.json')) return false;
  const registry = /^https?:\/\/\S*[^\s/]/m.exec(
    (await npm(['config', 'get', 'registry'], { mayFail: true })) ?? '',
  )?.[0];
  // Without a response there is no network, or a proxy that only npm is configured for: npm handles it.
  if (!registry || !(await fetch(registry, { signal: AbortSignal.timeout(5000) }).catch(() => undefined))) return false;
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path || !entry.integrity || entry.resolved) continue;
    const full = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    entry.resolved = `${registry}/${full}/-/${basename(full)}-${entry.version}.tgz`;
  }
  rmSync(apart, { recursive: true, force: true });
  try {
    mkdirSync(apart);
    for (const file of ['package.json', '.npmrc']) if (existsSync(file)) copyFileSync(file, join(apart, file));
    writeFileSync(join(apart, 'package-lock.json'), JSON.stringify(lock));
    if ((await npm(['install', ...wanted], { cwd: apart, mayFail: true })) === undefined) return false;
    const installed = join(apart, 'node_modules');
    for (const entry of readdirSync(installed)) renameSync(join(installed, entry), join(modules, entry));
    return true;
  } finally {
    rmSync(apart, { recursive: true, force: true });
  }
}

/** Returns what npm has said. When it fails: undefined if it may, else this process ends with the reason. */
async function npm(parameters, { cwd = root, mayFail = false } = {}) {
  const { npm_execpath: path } = process.env;
  const [command, ...first] = path?.endsWith('npm-cli.js') ? [process.execPath, path] : ['npm'];
  const silence = ['--ignore-scripts=false', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const output = [];
  const ended = run(command, [...first, ...parameters, ...silence], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    collect: (text) => output.push(text),
  });
  isInstalling = true;
  // npm goes on when this process is killed.
  writeFileSync(turn, `${process.pid} ${child.pid}`);
  const code = await ended;
  isInstalling = false;
  if (stopping) process.exit(130);
  if (code === 0) return output.join('');
  return mayFail ? undefined : fail(explain(output.join('')));
}

/** One line for what npm says in many. */
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

/** The dependencies as asked for; scripts and the like may change without a new installation. */
function fingerprint() {
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  const lock = existsSync('package-lock.json') ? readFileSync('package-lock.json', 'utf8') : '';
  const asked = JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides, allowScripts]);
  return createHash('sha256').update(asked).update(lock).digest('hex');
}

function mark() {
  try {
    writeFileSync(marker, fingerprint());
  } catch {
    // Somebody else's node_modules serve as well; they are only looked at more closely at the next start.
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
    // npm would first bring to an end what the next start throws away.
    setTimeout(() => child?.kill('SIGKILL'), 2000).unref();
  }
  stopping = true;
  if (child) child.kill(signal);
  else process.exit(130);
}

/**
 * npm passes no SIGKILL on, and the shell between does not pass on SIGTERM: whoever was started by it must look itself.
 * A SIGINT to npm alone shows nowhere: npm sends it to the shell, and dash keeps it until this program has ended.
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
  const stat = readProcess(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

function nameOf(pid) {
  return readProcess(pid, 'comm');
}

function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}
