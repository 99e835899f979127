import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { program } from 'commander';
import { memoryFolder } from './memory-folder.ts';
import { startTestServices } from './test-services.ts';

program
  .name('npm run test:watch --')
  .description(
    'Runs one test file again after each change, until Ctrl-C. Starts PostgreSQL and Redis for a file that uses them.',
  )
  .argument('<file>', 'test file')
  .parse();
const file = relative(process.cwd(), resolve(program.args[0]!));
if (!/\.spec\.tsx?$/.test(file) || !existsSync(file)) program.error(`error: ${file} is not a test file`);

/** @returns whether the file, or a file that it imports, reads the address of PostgreSQL, Redis or the mail server */
function needsServices(path: string, visited = new Set<string>()): boolean {
  if (visited.has(path) || !existsSync(path)) return false;
  visited.add(path);
  const source = readFileSync(path, 'utf8');
  if (/process\.env\.TEST_(DATABASE_URL|REDIS_URL|MAILS)/.test(source)) return true;
  return [...source.matchAll(/from '(\.{1,2}\/[^']+|#[^']+)'/g)].some(([, name = '']) => {
    const target = name.startsWith('.')
      ? join(dirname(path), name)
      : name.replace(/^#(backend|workers)/, '$1/src').replace(/^#/, '');
    return ['.ts', '.tsx'].some((suffix) => needsServices(target.replace(/\.(js|ts)$/, suffix), visited));
  });
}

const isStorefront = file.startsWith('storefront/');
const directory = mkdtempSync(join(memoryFolder(), 'test-watch-'));
// PostgreSQL can run as another user, who must be able to open the directory.
chmodSync(directory, 0o755);
const services = !isStorefront && needsServices(file) ? await startTestServices(directory) : undefined;
// Tells Jest's setup not to start services before each run.
const noServices = { TEST_SERVICES: 'none' };
const args = isStorefront
  ? ['node_modules/vitest/vitest.mjs', 'watch', '--config', 'storefront/vite.config.ts', resolve(file)]
  : ['node_modules/jest/bin/jest.js', '--watchAll', '--maxWorkers=1', '--runTestsByPath', resolve(file)];
const env = {
  ...process.env,
  NODE_NO_WARNINGS: '1',
  ...(isStorefront ? {} : { NODE_OPTIONS: '--experimental-vm-modules', ...(services?.env ?? noServices) }),
};
const child = spawn(process.execPath, args, { stdio: 'inherit', env });
const ended = once(child, 'exit');
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill('SIGTERM'));
const parentPid = process.ppid;
if (process.env.WATCH_PARENT) setInterval(() => process.ppid !== parentPid && child.kill('SIGTERM'), 500).unref();
await ended;
await services?.stop();
rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
process.exit();
