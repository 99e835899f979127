import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readImage } from './image.ts';
import type { PodPlan } from './manifests.ts';

export interface Place {
  /** The project, built. */
  root: string;
  /** What the pod may write to. */
  directory: string;
  /** Host and port of the Service of the API. */
  api: string;
  /** The pod's ports on this machine. */
  ports: Record<string, number>;
}

/** How a pod of a plan runs as a process of this machine: its command, environment and the signal that ends it. */
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

/** Whether this machine has what the image of a plan starts. */
export function canRun(root: string, plan: PodPlan): boolean {
  const [program] = plan.command.length > 0 ? plan.command : readImage(root, plan.image).command;
  return program !== 'nginx' || spawnSync('nginx', ['-v']).error === undefined;
}

/** The image's entrypoint fills the template in, and its command starts nginx with what came of it. */
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
