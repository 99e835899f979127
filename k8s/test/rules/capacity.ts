import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LARGEST_FILE } from '#backend/platform/shop-rules.js';
import { CONCURRENCY } from '#workers/concurrency.js';
import { demandOfWorker } from '#workers/decoding/memory-room.js';
import { nginxTemplate } from '../support/environment.js';
import type { Manifest } from '../support/manifest.js';
import { findManifest } from '../support/manifest.js';
import { deploymentPod, pods } from '../support/pods.js';
import { ROOT } from '../support/render.js';
import type { Rule } from '../support/rule.js';
import { replicaRange } from '../support/replica-range.js';
import { mebibytes } from '../support/mebibytes.js';

/** The memory of an idle nginx: three processes, their configuration and log buffers. */
const NGINX_MEBIBYTES = 40;

/** @returns the numbers in a directive of nginx.conf.template, for example a count and a size in KiB */
function directive(name: string): number[] {
  const [, values] = new RegExp(`^\\s*${name} ([^;]+);`, 'm').exec(nginxTemplate()) ?? [];
  if (!values) throw new Error(`nginx.conf.template has no ${name}`);
  return values.split(' ').map((value) => Number(value.replace(/k$/, '')));
}
const product = (name: string) => directive(name).reduce((result, factor) => result * factor, 1);

/** @returns the memory and disk in MiB that nginx needs when all its connections are in use and slow */
function slowVisitorDemand(): { memory: number; disk: number } {
  const visitors = Math.floor((product('worker_processes') * product('worker_connections')) / 2);
  const each = ['proxy_buffer_size', 'proxy_buffers', 'client_body_buffer_size', 'large_client_header_buffers'];
  const kibibytes = each.reduce((sum, name) => sum + product(name), 0);
  return { memory: (visitors * kibibytes) / 1024, disk: (visitors * product('client_max_body_size')) / 1024 };
}

const cores = (quantity: unknown) =>
  String(quantity).endsWith('m') ? Number(String(quantity).slice(0, -1)) / 1000 : Number(quantity);

/** @returns the resources that all Deployments reserve at minimum and maximum scale, in the words of docs/operations.md */
function describeReserved(manifests: Manifest[]): string {
  const deployed = pods(manifests).filter(({ kind }) => kind === 'Deployment');
  const [min, max] = (['min', 'max'] as const).map((scale) => {
    const sum = (each: (requests: Record<string, unknown>) => number) =>
      deployed.reduce(
        (all, { name, containers }) =>
          all + replicaRange(manifests, name)[scale] * each(containers[0]?.resources?.requests ?? {}),
        0,
      );
    const memory = sum((requests) => mebibytes(requests.memory)) / 1024;
    return `${sum((requests) => cores(requests.cpu)).toFixed(1)} cores and ${memory.toFixed(1)} GiB at`;
  });
  return `${min} minimum scale, and ${max} full scale`;
}

export const capacity: Rule[] = [
  {
    statement: 'the storefront has memory and disk for its maximum number of connections when all of them are slow',
    violations: (manifests) => {
      const { spec, containers } = deploymentPod(manifests, 'storefront');
      const { memory, disk } = slowVisitorDemand();
      const limit = mebibytes(containers[0]?.resources?.limits?.memory);
      const diskLimit = mebibytes(spec.volumes?.[0]?.emptyDir?.sizeLimit);
      return [
        ...(memory + NGINX_MEBIBYTES <= limit ? [] : [`${memory} MiB of buffers in ${limit} MiB`]),
        ...(disk <= diskLimit ? [] : [`${disk} MiB of requests in ${diskLimit} MiB`]),
      ];
    },
    planted: {
      'memory only for idle connections': (manifests) =>
        void (deploymentPod(manifests, 'storefront').containers[0]!.resources!.limits!.memory = '64Mi'),
      'disk for only sixty requests': (manifests) =>
        void (deploymentPod(manifests, 'storefront').spec.volumes![0]!.emptyDir!.sizeLimit = '64Mi'),
    },
  },
  {
    statement: 'the worker that decodes uploads has enough memory for the largest allowed upload',
    violations: (manifests) => {
      const limit = mebibytes(deploymentPod(manifests, 'worker-masters').containers[0]?.resources?.limits?.memory);
      const demand = Math.ceil(demandOfWorker(LARGEST_FILE, CONCURRENCY.masters) / 1024 ** 2);
      return demand <= limit ? [] : [`worker-masters: ${demand} MiB in ${limit} MiB`];
    },
    planted: {
      'a limit that is too small for the largest upload': (manifests) =>
        void (deploymentPod(manifests, 'worker-masters').containers[0]!.resources!.limits!.memory = '1Gi'),
    },
  },
  {
    statement: 'docs/operations.md states the reserved resources',
    overlays: ['production'],
    violations: (manifests) => {
      const sentence = describeReserved(manifests);
      const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').replaceAll('\n', ' ');
      return text.includes(`reserve ${sentence}`) ? [] : [sentence];
    },
    planted: {
      'one additional API pod': (manifests) =>
        void (findManifest(manifests, 'HorizontalPodAutoscaler', 'api').spec!.maxReplicas = 11),
    },
  },
];
