import { QUEUES } from '#backend/platform/events/queue-names.js';
import { opsProgram } from '#workers/operations/program.js';
import { PROGRAMS } from '../../../tools/programs.ts';
import { queuesOf, reactionsOf } from '../support/jobs.js';
import { named, ofKind } from '../support/manifest.js';
import { ownPods, podOf, pods } from '../support/pods.js';
import type { Rule } from '../support/rule.js';
import { scales } from '../support/scales.js';

const LEDGER =
  /^select count\(\*\) from deliveries where done_at is null and dead_at is null and reaction in \((.+)\)$/;
const workerPods = (manifests: Parameters<Rule['violations']>[0]) =>
  ownPods(manifests).filter(({ containers: [container] }) => container?.command?.includes('dist/programs/workers.js'));
const relays = (pod: ReturnType<typeof podOf>) =>
  pod.containers[0]?.env?.find(({ name }) => name === 'WORKER_RELAY')?.value === 'on';
const asked = (query: string | undefined) => (LEDGER.exec(query ?? '')?.[1] ?? '').split(', ').sort().join(', ');

/** All commands of the shop's image: program and arguments. */
const started = (manifests: Parameters<Rule['violations']>[0]) =>
  ownPods(manifests).flatMap(({ owner, containers }) =>
    containers.map(({ command: [node, file = '', ...words] = [] }) => ({ owner, node, file, words })),
  );

export const workers: Rule[] = [
  {
    statement: 'each queue has exactly one Deployment, which runs only this queue',
    violations: (manifests) =>
      QUEUES.flatMap((queue) => {
        const own = workerPods(manifests).filter((pod) => queuesOf(pod).includes(queue));
        const right = own.length === 1 && own[0]?.name === `worker-${queue}` && queuesOf(own[0]).length === 1;
        return right ? [] : [`${queue}: ${own.map(({ name }) => name).join(', ') || 'none'}`];
      }),
    planted: {
      'a queue without a worker': (manifests) =>
        void manifests.splice(manifests.indexOf(named(manifests, 'Deployment', 'worker-privacy')), 1),
      'a worker on two queues': (manifests) => setEnv(manifests, 'worker-mail', 'WORKER_QUEUES', 'mail,views'),
    },
  },
  {
    statement: 'only the relay publishes jobs, with at least two pods',
    overlays: ['staging', 'production'],
    violations: (manifests) => {
      const carrying = workerPods(manifests).filter(relays);
      return [
        ...carrying.filter(({ name }) => name !== 'relay').map(({ name }) => `${name} relays too`),
        ...carrying.filter((pod) => queuesOf(pod).length > 0).map(({ name }) => `${name} runs jobs too`),
        ...(carrying.length > 0 && scales(manifests, 'relay').least >= 2 ? [] : ['a single relay']),
      ];
    },
    planted: {
      'a worker that relays': (manifests) => setEnv(manifests, 'worker-mail', 'WORKER_RELAY', 'on'),
      'a relay that runs jobs': (manifests) => setEnv(manifests, 'relay', 'WORKER_QUEUES', 'mail'),
      'a single relay': (manifests) => void (named(manifests, 'Deployment', 'relay').spec!.replicas = 1),
    },
  },
  {
    statement: 'a queue with reactions scales with the pending jobs of exactly these',
    overlays: ['staging', 'production'],
    violations: (manifests) =>
      QUEUES.flatMap((queue) => {
        const names = reactionsOf(queue).map(({ name }) => `'${name}'`);
        const scaled = ofKind(manifests, 'ScaledObject').filter(
          ({ spec }) => spec?.scaleTargetRef.name === `worker-${queue}`,
        );
        if (names.length === 0) return scaled.map(({ metadata }) => `${metadata?.name}: no reaction`);
        const [trigger, ...more] = scaled[0]?.spec?.triggers ?? [];
        if (scaled.length !== 1 || !trigger || more.length > 0) return [`${queue} does not scale`];
        return [
          ...(asked(trigger.metadata.query) === names.sort().join(', ') ? [] : [`${queue} counts other reactions`]),
          ...(trigger.type === 'postgresql' && Number(trigger.metadata.targetQueryValue) > 0
            ? []
            : [`${queue}: trigger`]),
        ];
      }),
    planted: {
      'a missing reaction': (manifests) => {
        const { metadata } = named(manifests, 'ScaledObject', 'worker-documents').spec!.triggers[0]!;
        metadata.query = metadata.query!.replace(", 'write-invoice'", '');
      },
      'dead letters counted too': (manifests) => {
        const { metadata } = named(manifests, 'ScaledObject', 'worker-mail').spec!.triggers[0]!;
        metadata.query = metadata.query!.replace(' and dead_at is null', '');
      },
      'a worker that does not scale': (manifests) =>
        void manifests.splice(manifests.indexOf(named(manifests, 'ScaledObject', 'worker-payments')), 1),
    },
  },
  {
    statement: 'a queue always has a worker, also while KEDA cannot read the job ledger',
    overlays: ['staging', 'production'],
    violations: (manifests) =>
      ofKind(manifests, 'ScaledObject')
        .filter(({ spec }) => {
          const { minReplicaCount = 0, maxReplicaCount = 0, fallback, triggers, cooldownPeriod = 0 } = spec!;
          const safe =
            fallback && fallback.replicas >= 1 && triggers.every(({ metricType }) => metricType === 'AverageValue');
          return !(minReplicaCount >= 1 && maxReplicaCount > minReplicaCount && safe && cooldownPeriod >= 60);
        })
        .map(({ metadata }) => `${metadata?.name}`),
    planted: {
      'zero workers at night': (manifests) =>
        void (named(manifests, 'ScaledObject', 'worker-privacy').spec!.minReplicaCount = 0),
      'no fallback': (manifests) => void delete named(manifests, 'ScaledObject', 'worker-mail').spec!.fallback,
    },
  },
  {
    statement: 'one existing resource sets the number of pods',
    violations: (manifests) => [
      ...ofKind(manifests, 'Deployment').flatMap(({ metadata }) => {
        const { by } = scales(manifests, metadata!.name!);
        return by.length > 1 ? [`${metadata?.name}: ${by.join(' and ')}`] : [];
      }),
      ...[...ofKind(manifests, 'HorizontalPodAutoscaler'), ...ofKind(manifests, 'ScaledObject')]
        .filter(({ spec }) => !pods(manifests).some(({ name }) => name === spec?.scaleTargetRef.name))
        .map(({ kind, metadata }) => `${kind} ${metadata?.name} scales nothing`),
      ...ofKind(manifests, 'ScaledObject')
        .flatMap(({ spec }) => spec!.triggers.map(({ authenticationRef }) => authenticationRef?.name))
        .filter((name) => !ofKind(manifests, 'TriggerAuthentication').some(({ metadata }) => metadata?.name === name))
        .map((name) => `no TriggerAuthentication ${name}`),
    ],
    planted: {
      'two resources': (manifests) => void (named(manifests, 'Deployment', 'worker-mail').spec!.replicas = 3),
      'a target with another name': (manifests) =>
        void (named(manifests, 'HorizontalPodAutoscaler', 'api').spec!.scaleTargetRef.name = 'backend'),
      'a missing TriggerAuthentication': (manifests) =>
        void (named(manifests, 'TriggerAuthentication', 'ledger').metadata!.name = 'database'),
    },
  },
  {
    statement: 'the API scales with its load, and scales down slowly',
    overlays: ['staging', 'production'],
    violations: (manifests) => {
      const { least, most, by } = scales(manifests, 'api');
      const spec = ofKind(manifests, 'HorizontalPodAutoscaler')[0]?.spec;
      const slow = (spec?.behavior?.scaleDown?.stabilizationWindowSeconds ?? 0) >= 300;
      return by.length === 1 && least >= 2 && most > least && slow ? [] : [`api: ${least} to ${most}`];
    },
    planted: {
      'one pod at night': (manifests) =>
        void (named(manifests, 'HorizontalPodAutoscaler', 'api').spec!.minReplicas = 1),
      'no stabilization window': (manifests) =>
        void delete named(manifests, 'HorizontalPodAutoscaler', 'api').spec!.behavior,
    },
  },
  {
    statement: 'every command starts a bundled program',
    violations: (manifests) =>
      started(manifests)
        .filter(({ node, file }) => {
          const [, name] = /^dist\/programs\/([\w-]+)\.js$/.exec(file) ?? [];
          return node !== 'node' || !name || !(name in PROGRAMS);
        })
        .map(({ owner, file }) => `${owner}: ${file}`),
    planted: {
      'a renamed program': (manifests) =>
        void (podOf(manifests, 'api').containers[0]!.command = ['node', 'dist/programs/server.js']),
      'an uncompiled source': (manifests) =>
        void (podOf(manifests, 'api').containers[0]!.command = ['node', 'backend/src/main.ts']),
    },
  },
  {
    statement: "every CronJob uses a valid command of the operators' tool",
    violations: (manifests) =>
      started(manifests).flatMap(({ owner, file, words }) => {
        if (!file.endsWith('/ops.js')) return words.map((word) => `${owner}: ${word}`);
        try {
          opsProgram(() => Promise.resolve()).parse(words, { from: 'user' });
          return [];
        } catch (error) {
          return [`${owner}: ${(error as Error).message}`];
        }
      }),
    planted: {
      'an unknown command': (manifests) =>
        void (named(manifests, 'CronJob', 'tidy').spec!.jobTemplate.spec!.template.spec!.containers[0]!.command![2] =
          'clean'),
    },
  },
];

function setEnv(manifests: Parameters<Rule['violations']>[0], deployment: string, name: string, value: string): void {
  const variable = podOf(manifests, deployment).containers[0]!.env!.find((one) => one.name === name);
  variable!.value = value;
}
