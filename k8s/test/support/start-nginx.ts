import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#sandbox/free-port.ts';
import { sendRequest } from './send-request.js';

export interface Nginx {
  url: string;
  /** @returns the lines of the access log */
  lines(): Record<string, unknown>[];
  /** @returns the error log */
  errors(): string;
  stop(): Promise<void>;
}

export const TEMPLATE = resolve(__dirname, '../../../storefront/nginx/nginx.conf.template');
/** The program; Debian installs it in a folder that is not in every PATH. */
const NGINX = ['nginx', '/usr/sbin/nginx'].find((program) => !spawnSync(program, ['-v']).error);
const UNPRIVILEGED = 65_534;

/** The message to print when nginx is not installed, otherwise null. */
export const nginxMissing = NGINX ? null : 'nginx is missing: its tests are skipped. Install nginx to run them.\n';

/**
 * Replaces the variables of the template, as the image does when it starts.
 * @throws {Error} when a variable is missing
 */
export function renderTemplate(environment: Record<string, string>): string {
  return readFileSync(TEMPLATE, 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = environment[name];
    if (value === undefined) throw new Error(`The variable ${name} is missing`);
    return value;
  });
}

/**
 * Starts the storefront's nginx like the image does: as an unprivileged user that writes only below one directory.
 * @param api host and port of the API
 * @param root folder of the storefront's files
 */
export async function startNginx(api: string, root: string): Promise<Nginx> {
  const prefix = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await freePort();
  const [log, errors] = [join(prefix, 'access.log'), join(prefix, 'error.log')];
  writeFileSync(
    join(prefix, 'nginx.conf'),
    renderTemplate({ API_UPSTREAM: api, PORT: String(port), STOREFRONT_ROOT: root }),
  );
  const outputs = [openSync(log, 'a'), openSync(errors, 'a')] as const;
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [prefix, log, errors]) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
  const arguments_ = ['-p', prefix, '-c', 'nginx.conf', '-e', 'stderr', '-g', 'daemon off;'];
  const child = spawn(NGINX!, arguments_, {
    stdio: ['ignore', ...outputs],
    ...(isRoot && { uid: UNPRIVILEGED, gid: UNPRIVILEGED }),
  });
  for (const output of outputs) closeSync(output);
  const url = `http://127.0.0.1:${port}`;
  await waitUntilHealthy(child, url, () => readFileSync(errors, 'utf8'));
  return {
    url,
    lines: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    errors: () => readFileSync(errors, 'utf8'),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      rmSync(prefix, { recursive: true, force: true });
    },
  };
}

async function waitUntilHealthy(child: ChildProcess, url: string, errors: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${errors()}`);
    const response = await sendRequest(`${url}/nginx-health`).catch(() => null);
    if (response?.status === 200) return;
    await pause(20);
  }
}
