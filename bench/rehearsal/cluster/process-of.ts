import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readImage } from './image.ts';
import type { PodPlan } from './manifests.ts';

export interface Place {
  /** The built project. */
  root: string;
  /** Writable directory of the pod. */
  directory: string;
  /** Host and port of the Service of the API. */
  api: string;
  /** Ports of the pod on this machine. */
  ports: Record<string, number>;
}

/** Command, environment and stop signal of a pod as a process of this machine. */
export function processOf(plan: PodPlan, env: Record<string, string>, place: Place) {
  const image = readImage(place.root, plan.image);
  const command = plan.command.length > 0 ? plan.command : image.command;
  const own = { ...image.env, ...env };
  const { stopSignal } = image;
  if (command[0] === 'nginx') return { command: nginx(own, place), env: own, stopSignal };
  if (command[0] !== 'node') throw new Error(`the rehearsal cannot run ${command[0]}`);
  const { http, management } = place.ports;
  return {
    command: [process.execPath, ...command.slice(1)],
    env: { ...own, ...(http && { PORT: String(http) }), MANAGEMENT_PORT: String(management) },
    stopSignal,
  };
}

/** Whether this machine has the program of the image. */
export function canRun(root: string, plan: PodPlan): boolean {
  const [program] = plan.command.length > 0 ? plan.command : readImage(root, plan.image).command;
  return program !== 'nginx' || spawnSync('nginx', ['-v']).error === undefined;
}

/** Fills in nginx's template, like the entrypoint of the image. */
function nginx(env: Record<string, string>, { root, directory, api, ports }: Place): string[] {
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
