import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { identify, type ProcessIdentity } from './process-identity.ts';

/** The processes that the reaper ends and the files that it deletes, in this order. */
export interface CleanupList {
  /** The reaper sends each program SIGTERM, and after 15 s SIGKILL. */
  programs: ProcessIdentity[];
  /** When the programs have ended, the reaper sends each PostgreSQL server SIGINT (fast shutdown). */
  servers: ProcessIdentity[];
  files: string[];
  /** True to kill all processes immediately. */
  force?: boolean;
}

export interface ProcessReaper extends ProcessIdentity {
  /** Replaces the cleanup list. */
  replaceList(cleanup: CleanupList): void;
  /** Ends the reaper after a clean shutdown, without cleanup. */
  stop(): void;
}

/** Starts a process that cleans up when this process ends, for example by SIGKILL, without a call of `stop`. */
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
