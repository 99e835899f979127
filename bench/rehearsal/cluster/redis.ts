import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../sandbox/free-port.ts';
import { identify } from '../../../sandbox/process/process-identity.ts';
import { projectRoot } from '../../../sandbox/project-root.ts';
import { startProcessReaper } from '../../../sandbox/process/process-reaper.ts';

export interface Redis {
  url: string;
  /** Changes with each restart. */
  readonly pid: number;
  /** Sends SIGKILL, so Redis ends without a shutdown. */
  kill(): Promise<void>;
  /** Starts Redis again with the same address and the saved data. Resolves when Redis accepts connections. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a separate Redis with the settings of production: append-only file, no eviction.
 * @returns undefined when redis-server is not installed
 */
export async function startRedis(directory: string): Promise<Redis | undefined> {
  if (spawnSync('redis-server', ['--version']).error) return undefined;
  const port = await freePort();
  const settings = `--bind 127.0.0.1 --port ${port} --appendonly yes --maxmemory-policy noeviction --dir`;
  const reaper = startProcessReaper(projectRoot());
  const launch = async (): Promise<ChildProcess> => {
    const started = spawn('redis-server', [...settings.split(' '), directory], { stdio: 'ignore', detached: true });
    reaper.replaceList({ programs: [identify(started.pid ?? 0)], servers: [], files: [] });
    await waitUntilReady(started, port);
    return started;
  };
  let child = await launch();
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return child.pid ?? 0;
    },
    kill: () => end('SIGKILL'),
    restart: async () => {
      child = await launch();
    },
    stop: async () => {
      await end('SIGTERM');
      reaper.stop();
    },
  };
}

async function waitUntilReady(child: ChildProcess, port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (child.exitCode !== null) break;
    const socket = connect(port, '127.0.0.1');
    const isConnected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isConnected) return;
    await pause(50);
  }
  throw new Error('redis-server did not start');
}
