import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../sandbox/free-port.ts';
import { startPostgres } from '../sandbox/postgres/postgres.ts';
import { identify } from '../sandbox/process/process-identity.ts';
import { projectRoot } from '../sandbox/project-root.ts';
import { startProcessReaper } from '../sandbox/process/process-reaper.ts';

export interface TestServices {
  /** TEST_DATABASE_URL (its role is a superuser), TMPDIR, TEST_PROGRAMS, and TEST_REDIS_URL when Redis is available. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

interface Redis {
  url: string;
  stop(): Promise<void>;
}

/** Starts the services of the tests in a temporary directory, which the caller deletes. */
export async function startTestServices(directory: string): Promise<TestServices> {
  const sockets = socketFolder(directory);
  const settings: Record<string, string> = sockets ? { unix_socket_directories: sockets } : {};
  const postgres = await startPostgres({ directory: join(directory, 'postgres'), fast: true, settings });
  const redis = process.env.REDIS_URL ? undefined : await startRedis(directory);
  const redisUrl = process.env.REDIS_URL ?? redis?.url;
  if (!redisUrl) {
    console.log('Redis is missing, so the tests that need it are skipped. Install redis-server or set REDIS_URL.\n');
  }
  // The folder of the bundled programs is inside the project, so that they find the packages.
  const programs = join(projectRoot(), '.cache', `programs_${process.pid}_${Date.now()}`);
  return {
    env: {
      TEST_DATABASE_URL: sockets ? `${postgres.url}?host=${encodeURIComponent(sockets)}` : postgres.url,
      TMPDIR: directory,
      TEST_PROGRAMS: programs,
      ...(redisUrl ? { TEST_REDIS_URL: redisUrl } : {}),
    },
    stop: async () => {
      await Promise.all([redis?.stop(), postgres.stop()]);
      rmSync(programs, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a folder for PostgreSQL's Unix socket: a query through it takes a sixth less time than through TCP.
 * @returns undefined when the system has no Unix sockets or the path is too long
 */
function socketFolder(directory: string): string | undefined {
  const folder = join(directory, 'sockets');
  if (process.platform === 'win32' || folder.length > 80) return undefined;
  mkdirSync(folder);
  // The folder is writable for all, because PostgreSQL can run as another user. The sticky bit protects the socket from
  // deletion.
  chmodSync(folder, 0o1777);
  return folder;
}

/** Starts a Redis without persistence. @returns undefined when redis-server is not installed */
async function startRedis(directory: string): Promise<Redis | undefined> {
  if (spawnSync('redis-server', ['--version']).error) return undefined;
  const port = await freePort();
  const settings = [
    '--bind',
    '127.0.0.1',
    '--port',
    String(port),
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    directory,
  ];
  // Detached, because Ctrl-C must not end Redis while tests clean up.
  const child = spawn('redis-server', settings, { stdio: 'ignore', detached: true });
  const ended = once(child, 'exit');
  const reaper = startProcessReaper(process.cwd());
  reaper.replaceList({ programs: [identify(child.pid ?? 0)], servers: [], files: [] });
  for (let attempt = 0; !(await acceptsConnections(port)); attempt += 1) {
    if (attempt > 200 || child.exitCode !== null) throw new Error('redis-server did not start');
    await pause(50);
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      reaper.stop();
    },
  };
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
