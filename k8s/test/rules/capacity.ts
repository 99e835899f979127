import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LARGEST_FILE } from '#backend/catalogue/files/uploads.contract.js';
import { CONCURRENCY } from '#workers/concurrency.js';
import { demandOfWorker } from '#workers/decoding/memory-room.js';
import { nginxTemplate } from '../support/environment.js';
import type { Manifest } from '../support/manifest.js';
import { named } from '../support/manifest.js';
import { podOf, pods } from '../support/pods.js';
import { ROOT } from '../support/render.js';
import type { Rule } from '../support/rule.js';
import { scales } from '../support/scales.js';
import { mebibytes } from '../support/mebibytes.js';

/** nginx itself: three processes, their configuration and their logs' buffers. */
const NGINX_MEBIBYTES = 40;

/** The numbers of one directive of nginx, sizes in KiB. */
function directive(name: string): number[] {
  const [, values] = new RegExp(`^\\s*${name} ([^;]+);`, 'm').exec(nginxTemplate()) ?? [];
  if (!values) throw new Error(`nginx.conf.template does not say ${name}`);
  return values.split(' ').map((value) => Number(value.replace(/k$/, '')));
}
const product = (name: string) => directive(name).reduce((all, one) => all * one, 1);

/** In MiB, when every visitor who has found room is slow. */
function ofSlowVisitors(): { memory: number; disk: number } {
  const visitors = Math.floor((product('worker_processes') * product('worker_connections')) / 2);
  const each = ['proxy_buffer_size', 'proxy_buffers', 'client_body_buffer_size', 'large_client_header_buffers'];
  const kibibytes = each.reduce((sum, name) => sum + product(name), 0);
  return { memory: (visitors * kibibytes) / 1024, disk: (visitors * product('client_max_body_size')) / 1024 };
}

const cores = (quantity: unknown) =>
  String(quantity).endsWith('m') ? Number(String(quantity).slice(0, -1)) / 1000 : Number(quantity);

/** What all Deployments reserve together, at their least and at their most, in the words of docs/operations.md. */
function reserved(manifests: Manifest[]): string {
  const deployed = pods(manifests).filter(({ kind }) => kind === 'Deployment');
  const [least, most] = (['least', 'most'] as const).map((end) => {
    const sum = (each: (requests: Record<string, unknown>) => number) =>
      deployed.reduce(
        (all, { name, containers }) =>
          all + scales(manifests, name)[end] * each(containers[0]?.resources?.requests ?? {}),
        0,
      );
    const memory = sum((requests) => mebibytes(requests.memory)) / 1024;
    return `${sum((requests) => cores(requests.cpu)).toFixed(1)} cores and ${memory.toFixed(1)} GiB at`;
  });
  return `${least} the least, ${most} full scale`;
}

export const capacity: Rule[] = [
  {
    says: 'the storefront has room for as many slow visitors as it lets in',
    broken: (manifests) => {
      const { spec, containers } = podOf(manifests, 'storefront');
      const { memory, disk } = ofSlowVisitors();
      const limit = mebibytes(containers[0]?.resources?.limits?.memory);
      const room = mebibytes(spec.volumes?.[0]?.emptyDir?.sizeLimit);
      return [
        ...(memory + NGINX_MEBIBYTES <= limit ? [] : [`${memory} MiB of buffers in ${limit}`]),
        ...(disk <= room ? [] : [`${disk} MiB of requests in ${room}`]),
      ];
    },
    planted: {
      'the memory of idle visitors': (manifests) =>
        void (podOf(manifests, 'storefront').containers[0]!.resources!.limits!.memory = '64Mi'),
      'a disk for sixty uploads': (manifests) =>
        void (podOf(manifests, 'storefront').spec.volumes![0]!.emptyDir!.sizeLimit = '64Mi'),
    },
  },
  {
    // review point 9: the watch inside the worker began above the limit of its container.
    says: 'the worker that decodes files has the memory that the largest of them may need',
    broken: (manifests) => {
      const limit = mebibytes(podOf(manifests, 'worker-masters').containers[0]?.resources?.limits?.memory);
      const demand = Math.ceil(demandOfWorker(LARGEST_FILE, CONCURRENCY.masters) / 1024 ** 2);
      return demand <= limit ? [] : [`worker-masters: ${demand} MiB in ${limit}`];
    },
    planted: {
      'what it had before': (manifests) =>
        void (podOf(manifests, 'worker-masters').containers[0]!.resources!.limits!.memory = '1Gi'),
    },
  },
  {
    says: 'docs/operations.md says what the pods reserve',
    overlays: ['production'],
    broken: (manifests) => {
      const sum = reserved(manifests);
      const words = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').replaceAll('\n', ' ');
      return words.includes(`: ${sum}`) ? [] : [sum];
    },
    planted: {
      'one API more': (manifests) => void (named(manifests, 'HorizontalPodAutoscaler', 'api').spec!.maxReplicas = 11),
    },
  },
];
