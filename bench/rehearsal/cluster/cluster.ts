import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../sandbox/free-port.ts';
import type { ProcessIdentity } from '../../../sandbox/process/process-identity.ts';
import { runProgram } from '../../../sandbox/process/program.ts';
import { startProcessReaper } from '../../../sandbox/process/process-reaper.ts';
import { Deployment } from './deployment.ts';
import { Ingress } from './ingress.ts';
import { type Manifests, type PodPlan, readManifests, type ServicePlan } from './manifests.ts';
import { Pod } from './pod.ts';
import { canRun, describeProcess } from './pod-process.ts';
import { replacedValues, type ReplacedValue } from './replaced-values.ts';
import { Service } from './service.ts';
import { startExternalServices, type ExternalServices } from './external-services.ts';

export interface ClusterOptions {
  /** The directory of the built project. In the image it is the working directory. */
  root: string;
  /** Directory for data and logs; the caller deletes it. */
  directory: string;
  overlay: string;
  /** Names of the Deployments to start. Without this option, all Deployments that this machine can run are started. */
  only?: string[];
  abort: AbortSignal;
}

/** The Deployments of an overlay as processes of this machine, and its Services as listening sockets. */
export interface Cluster {
  /** The public URL. */
  url: string;
  deployments: Deployment[];
  /** One line for each Deployment that this machine cannot run, with the reason. */
  leftOut: string[];
  replaced: ReplacedValue[];
  external: ExternalServices;
  /** @returns the number of connections to Services, plus the number of requests to the ingress, that no pod accepted */
  refused(): number;
  stop(): Promise<void>;
}

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { root, directory, overlay, only, abort } = options;
  const logs = join(directory, 'logs');
  mkdirSync(logs, { recursive: true });
  const publicPort = await freePort();
  const url = `http://127.0.0.1:${publicPort}`;
  const external = await startExternalServices(directory, url);
  const deployments: Deployment[] = [];
  const services: (Service | Ingress)[] = [];
  const reaper = startProcessReaper(root);
  const stop = async () => {
    await Promise.all(deployments.map((deployment) => deployment.close()));
    await Promise.all(services.map((service) => service.close()));
    reaper.stop();
    await external.stop();
  };
  try {
    const manifests = readManifests(root, overlay, external.store);
    const replaced = replacedValues({ publicUrl: url, ...external });
    const env = (plan: PodPlan): Record<string, string> => ({
      PATH: process.env.PATH!,
      ...plan.env,
      ...Object.fromEntries(replaced.map(({ name, value }) => [name, value])),
    });
    await runMigrations(manifests, env, root, logs, abort);
    const { runnable, leftOut } = selectDeployments(manifests, root, only);
    const publicService = runnable.some(({ name }) => name === 'storefront') ? 'storefront' : 'api';
    const addresses: Record<string, string> = {};
    for (const plan of manifests.services) {
      const service = await openService(plan, deployments, plan.name === publicService ? publicPort : 0);
      services.push(service);
      addresses[plan.name] = service.address;
    }
    const startPod = createPodStarter({ root, directory, logs, api: addresses.api!, env, reaper });
    for (const plan of runnable) {
      let number = 0;
      deployments.push(new Deployment(plan.name, plan.replicas, () => startPod(plan, (number += 1))));
    }
    await Promise.all(deployments.map((deployment) => deployment.open(abort)));
    return {
      url,
      deployments,
      leftOut,
      replaced,
      external,
      refused: () => services.reduce((sum, { refused }) => sum + refused, 0),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Opens an ingress (forwards requests) for the Service `storefront`, or a connection proxy for any other Service. */
function openService({ name, selector, targetPort }: ServicePlan, deployments: Deployment[], port: number) {
  const pods = () =>
    deployments.flatMap((deployment) => deployment.pods).filter(({ labels }) => matchesSelector(labels, selector));
  return (name === 'storefront' ? Ingress : Service).listen(pods, targetPort, port);
}

interface PodStarterOptions {
  root: string;
  directory: string;
  logs: string;
  /** Address of the API. */
  api: string;
  env(plan: PodPlan): Record<string, string>;
  reaper: ReturnType<typeof startProcessReaper>;
}

function createPodStarter({ root, directory, logs, api, env, reaper }: PodStarterOptions) {
  const processes: ProcessIdentity[] = [];
  return async (plan: PodPlan, number: number): Promise<Pod> => {
    const ports = Object.fromEntries(
      await Promise.all(Object.keys(plan.ports).map(async (name) => [name, await freePort()] as const)),
    );
    const name = `${plan.name}-${number}`;
    const log = join(logs, `${name}.log`);
    appendFileSync(log, '');
    return new Pod({
      plan,
      root,
      ...describeProcess(plan, env(plan), { root, directory: join(directory, name), api, ports }),
      ports,
      log,
      onStart: (started) => {
        processes.push(started);
        reaper.replaceList({ programs: processes, servers: [], files: [] });
      },
    });
  };
}

/** Runs the migration Job, before any Deployment starts. */
async function runMigrations(
  { migration }: Manifests,
  env: (plan: PodPlan) => Record<string, string>,
  root: string,
  logs: string,
  abort: AbortSignal,
): Promise<void> {
  const args = migration.command.slice(1);
  await runProgram({ name: 'The migration', args, root, env: env(migration), log: join(logs, 'migrate.log') }, abort);
}

function selectDeployments({ deployments }: Manifests, root: string, only: string[] | undefined) {
  const wanted = deployments.filter(({ name }) => !only || only.includes(name));
  const missing = (only ?? []).filter((name) => !wanted.some((plan) => plan.name === name));
  if (missing.length > 0) throw new Error(`no Deployment has the name ${missing.join(', ')}`);
  const runnable = wanted.filter((plan) => canRun(root, plan));
  const leftOut = wanted
    .filter((plan) => !runnable.includes(plan))
    .map(({ name }) => `${name}: nginx is not installed`);
  return { runnable, leftOut };
}

const matchesSelector = (labels: Record<string, string>, selector: Record<string, string>): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);
