import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { identify, type ProcessIdentity } from './process-identity.ts';

/** What must not outlive the start, in the order in which it ends. */
export interface Estate {
  /** Get SIGTERM and 15 s. */
  programs: ProcessIdentity[];
  /** PostgreSQL: gets SIGINT, a fast shutdown, when the programs have ended. */
  servers: ProcessIdentity[];
  files: string[];
  /** End everything at once. */
  force?: boolean;
}

export interface Undertaker extends ProcessIdentity {
  /** Replaces what is to be cleaned up. */
  inherit(estate: Estate): void;
  /** Everything was ended in good order: nothing is left to do. */
  dismiss(): void;
}

/** A small process that cleans up when this one dies without a chance to do so itself, by SIGKILL for example. */
export function hireUndertaker(root: string): Undertaker {
  const child = spawn(process.execPath, [join(root, 'sandbox/process/process-reaper-process.ts')], {
    cwd: root,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  child.stdin.on('error', () => {});
  return {
    ...identify(child.pid ?? 0),
    inherit: (estate) => void child.stdin.write(`${JSON.stringify(estate)}\n`),
    dismiss: () =>
      void child.stdin.end(`${JSON.stringify({ programs: [], servers: [], files: [] } satisfies Estate)}\n`),
  };
}
