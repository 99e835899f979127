import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { identify, type ProcessIdentity } from './process-identity.ts';

/** The processes and files that the reaper removes, in this order. */
export interface CleanupList {
  /** The reaper sends them SIGTERM, and SIGKILL after 15 s. */
  programs: ProcessIdentity[];
  /** PostgreSQL servers: the reaper sends them SIGINT (fast shutdown) when the programs have ended. */
  servers: ProcessIdentity[];
  files: string[];
  /** Kills all processes immediately. */
  force?: boolean;
}

export interface ProcessReaper extends ProcessIdentity {
  /** Replaces the cleanup list. */
  replaceList(cleanup: CleanupList): void;
  /** Ends the reaper after a clean shutdown, without cleanup. */
  stop(): void;
}

/** Starts a process that cleans up when this process ends before calling `stop`, for example by SIGKILL. */
export function startProcessReaper(root: string): ProcessReaper {
  const child = spawn(process.execPath, [join(root, 'sandbox/process/process-reaper-process.ts')], {
    cwd: root,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  child.stdin.on('error', () => {});
  return {
    ...identify(child.pid ?? 0),
    replaceList: (cleanup) => void child.stdin.write(`${JSON.stringify(cleanup)}\n`),
    stop: () =>
      void child.stdin.end(`${JSON.stringify({ programs: [], servers: [], files: [] } satisfies CleanupList)}\n`),
  };
}
