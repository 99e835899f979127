import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readImage } from './image.ts';
import type { PodPlan } from './manifests.ts';

export interface PodEnvironment {
  /** The built project. */
  root: string;
  /** Writable directory of the pod. */
  directory: string;
  /** Host and port of the API's Service. */
  api: string;
  /** Ports on this machine, by the port names of the plan. */
  ports: Record<string, number>;
}

/** @returns the command, the environment and the stop signal of the process that replaces the pod on this machine */
export function describeProcess(plan: PodPlan, env: Record<string, string>, pod: PodEnvironment) {
  const image = readImage(pod.root, plan.image);
  const command = plan.command.length > 0 ? plan.command : image.command;
  const merged = { ...image.env, ...env };
  const { stopSignal } = image;
  if (command[0] === 'nginx') return { command: nginx(merged, pod), env: merged, stopSignal };
  if (command[0] !== 'node') throw new Error(`the rehearsal cannot run ${command[0]}`);
  const { http, management } = pod.ports;
  return {
    command: [process.execPath, ...command.slice(1)],
    env: { ...merged, ...(http && { PORT: String(http) }), MANAGEMENT_PORT: String(management) },
    stopSignal,
  };
}

/** @returns whether the program of the pod is installed on this machine */
export function canRun(root: string, plan: PodPlan): boolean {
  const [program] = plan.command.length > 0 ? plan.command : readImage(root, plan.image).command;
  return program !== 'nginx' || spawnSync('nginx', ['-v']).error === undefined;
}

/** Writes nginx's configuration from its template, as the entrypoint of the image does. @returns the command */
function nginx(env: Record<string, string>, { root, directory, api, ports }: PodEnvironment): string[] {
  mkdirSync(directory, { recursive: true });
  const values: Record<string, string> = {
    ...env,
    API_UPSTREAM: api,
    PORT: `127.0.0.1:${ports.http}`,
    STOREFRONT_ROOT: join(root, 'dist/storefront'),
  };
  const template = readFileSync(join(root, 'storefront/nginx/nginx.conf.template'), 'utf8');
  const file = join(directory, 'nginx.conf');
  writeFileSync(
    file,
    template.replace(/\$\{([A-Z_]+)\}/g, (whole, name: string) => values[name] ?? whole),
  );
  return ['nginx', '-p', directory, '-c', file, '-e', 'stderr', '-g', 'daemon off;'];
}
