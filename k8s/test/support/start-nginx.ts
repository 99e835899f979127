import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#sandbox/free-port.ts';
import { ask } from './ask.js';

export interface Nginx {
  url: string;
  /** The lines of access so far. */
  lines(): Record<string, unknown>[];
  /** What it has complained about. */
  complaints(): string;
  stop(): Promise<void>;
}

export const TEMPLATE = resolve(__dirname, '../../../storefront/nginx/nginx.conf.template');
/** Where Debian puts it is not on everybody's path. */
const PROGRAM = ['nginx', '/usr/sbin/nginx'].find((program) => !spawnSync(program, ['-v']).error);
const NOBODY = 65_534;

/** What tells the reader of a run that nginx was not there, or null. */
export const withoutNginx = PROGRAM ? null : 'Without nginx: what needs it is left out. Install nginx to test it.\n';

/** Fills in the names in braces, as the image does when it starts. @throws Error for a name that is not given */
export function rendered(environment: Record<string, string>): string {
  return readFileSync(TEMPLATE, 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = environment[name];
    if (value === undefined) throw new Error(`Nobody says what ${name} is`);
    return value;
  });
}

/** The storefront's nginx as the image runs it: unprivileged, writing below one directory only. */
export async function startNginx(api: string, root: string): Promise<Nginx> {
  const prefix = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await freePort();
  const [log, complaints] = [join(prefix, 'access.log'), join(prefix, 'error.log')];
  writeFileSync(join(prefix, 'nginx.conf'), rendered({ API_UPSTREAM: api, PORT: String(port), STOREFRONT_ROOT: root }));
  const outputs = [openSync(log, 'a'), openSync(complaints, 'a')] as const;
  const asRoot = process.getuid?.() === 0;
  if (asRoot) for (const path of [prefix, log, complaints]) chownSync(path, NOBODY, NOBODY);
  const arguments_ = ['-p', prefix, '-c', 'nginx.conf', '-e', 'stderr', '-g', 'daemon off;'];
  const child = spawn(PROGRAM!, arguments_, {
    stdio: ['ignore', ...outputs],
    ...(asRoot && { uid: NOBODY, gid: NOBODY }),
  });
  for (const output of outputs) closeSync(output);
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(child, url, () => readFileSync(complaints, 'utf8'));
  return {
    url,
    lines: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    complaints: () => readFileSync(complaints, 'utf8'),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      rmSync(prefix, { recursive: true, force: true });
    },
  };
}

async function untilHealthy(child: ChildProcess, url: string, complaints: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${complaints()}`);
    const answer = await ask(`${url}/nginx-health`).catch(() => null);
    if (answer?.status === 200) return;
    await pause(20);
  }
}
