import { QUEUES } from '#backend/platform/events/queue-names.js';
import { opsProgram } from '#workers/operations/program.js';
import { PROGRAMS } from '../../../tools/programs.ts';
import { podQueues, queueReactions } from '../support/jobs.js';
import { findManifest, ofKind } from '../support/manifest.js';
import { shopPods, deploymentPod, pods } from '../support/pods.js';
import type { Rule } from '../support/rule.js';
import { replicaRange } from '../support/replica-range.js';

const LEDGER_QUERY = /^select count\(\*\) from deliveries where done_at is null and dead_at is null and reaction (.+)$/;
const workerPods = (manifests: Parameters<Rule['violations']>[0]) =>
  shopPods(manifests).filter(({ containers: [container] }) => container?.command?.includes('dist/programs/workers.js'));
const isRelay = (pod: ReturnType<typeof deploymentPod>) =>
  pod.containers[0]?.env?.find(({ name }) => name === 'WORKER_RELAY')?.value === 'on';
/**
 * @returns whether a query counts the jobs of a reaction. `in ('a', 'b')` counts the listed reactions; `like 'send-%' and
 * reaction <> 'send-x'` counts the reactions with that prefix except one
 */
function isCounted(query: string | undefined, name: string): boolean {
  const condition = LEDGER_QUERY.exec(query ?? '')?.[1] ?? '';
  const [, beginning, exception] = /^like '([a-z-]+)%' and reaction <> '([a-z-]+)'$/.exec(condition) ?? [];
  if (beginning !== undefined) return name.startsWith(beginning) && name !== exception;
  return (/^in \((.+)\)$/.exec(condition)?.[1] ?? '').split(', ').includes(`'${name}'`);
}

/** @returns all commands that run in the shop's image, with their arguments */
const commands = (manifests: Parameters<Rule['violations']>[0]) =>
  shopPods(manifests).flatMap(({ owner, containers }) =>
    containers.map(({ command: [node, file = '', ...args] = [] }) => ({ owner, node, file, args })),
  );

export const workers: Rule[] = [
  {
    statement: 'each queue has exactly one Deployment, which runs only this queue',
    violations: (manifests) =>
      QUEUES.flatMap((queue) => {
        const workersOfQueue = workerPods(manifests).filter((pod) => podQueues(pod).includes(queue));
        const isValid =
          workersOfQueue.length === 1 &&
          workersOfQueue[0]?.name === `worker-${queue}` &&
          podQueues(workersOfQueue[0]).length === 1;
        return isValid ? [] : [`${queue}: ${workersOfQueue.map(({ name }) => name).join(', ') || 'none'}`];
      }),
    planted: {
      'a queue without a worker': (manifests) =>
        void manifests.splice(manifests.indexOf(findManifest(manifests, 'Deployment', 'worker-privacy')), 1),
      'a worker that runs two queues': (manifests) => setEnv(manifests, 'worker-mail', 'WORKER_QUEUES', 'mail,views'),
    },
  },
  {
    statement: 'only the relay publishes jobs, and it has at least two pods',
    overlays: ['staging', 'production'],
    violations: (manifests) => {
      const relayPods = workerPods(manifests).filter(isRelay);
      return [
        ...relayPods.filter(({ name }) => name !== 'relay').map(({ name }) => `${name} relays too`),
        ...relayPods.filter((pod) => podQueues(pod).length > 0).map(({ name }) => `${name} runs jobs too`),
        ...(relayPods.length > 0 && replicaRange(manifests, 'relay').min >= 2 ? [] : ['a single relay']),
      ];
    },
    planted: {
      'a worker that relays': (manifests) => setEnv(manifests, 'worker-mail', 'WORKER_RELAY', 'on'),
      'a relay that runs jobs': (manifests) => setEnv(manifests, 'relay', 'WORKER_QUEUES', 'mail'),
      'a single relay': (manifests) => void (findManifest(manifests, 'Deployment', 'relay').spec!.replicas = 1),
    },
  },
  {
    statement: 'a queue with reactions scales with the number of its pending jobs',
    overlays: ['staging', 'production'],
    violations: (manifests) =>
      QUEUES.flatMap((queue) => {
        const names = queueReactions(queue).map(({ name }) => name);
        const otherNames = QUEUES.filter((other) => other !== queue).flatMap((other) =>
          queueReactions(other).map(({ name }) => name),
        );
        const scaled = ofKind(manifests, 'ScaledObject').filter(
          ({ spec }) => spec?.scaleTargetRef.name === `worker-${queue}`,
        );
        if (names.length === 0) return scaled.map(({ metadata }) => `${metadata?.name}: no reaction`);
        const [trigger, ...more] = scaled[0]?.spec?.triggers ?? [];
        if (scaled.length !== 1 || !trigger || more.length > 0) return [`${queue} does not scale`];
        return [
          ...names.filter((name) => !isCounted(trigger.metadata.query, name)).map((name) => `${queue} omits ${name}`),
          ...otherNames
            .filter((name) => isCounted(trigger.metadata.query, name))
            .map((name) => `${queue} counts ${name}`),
          ...(trigger.type === 'postgresql' && Number(trigger.metadata.targetQueryValue) > 0
            ? []
            : [`${queue}: trigger`]),
        ];
      }),
    planted: {
      'a missing reaction': (manifests) => {
        const { metadata } = findManifest(manifests, 'ScaledObject', 'worker-documents').spec!.triggers[0]!;
        metadata.query = metadata.query!.replace(", 'write-invoice'", '');
      },
      'a reaction of another queue': (manifests) => {
        const { metadata } = findManifest(manifests, 'ScaledObject', 'worker-mail').spec!.triggers[0]!;
        metadata.query = metadata.query!.replace(" and reaction <> 'send-new-version'", " and reaction <> 'none'");
      },
      'dead letters counted too': (manifests) => {
        const { metadata } = findManifest(manifests, 'ScaledObject', 'worker-mail').spec!.triggers[0]!;
        metadata.query = metadata.query!.replace(' and dead_at is null', '');
      },
      'a worker that does not scale': (manifests) =>
        void manifests.splice(manifests.indexOf(findManifest(manifests, 'ScaledObject', 'worker-payments')), 1),
    },
  },
  {
    statement: 'a queue always has a worker, even while KEDA cannot read the job ledger',
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
        void (findManifest(manifests, 'ScaledObject', 'worker-privacy').spec!.minReplicaCount = 0),
      'no fallback': (manifests) => void delete findManifest(manifests, 'ScaledObject', 'worker-mail').spec!.fallback,
    },
  },
  {
    statement: 'at most one resource sets the number of pods of a Deployment, and it refers only to existing resources',
    violations: (manifests) => [
      ...ofKind(manifests, 'Deployment').flatMap(({ metadata }) => {
        const { setBy } = replicaRange(manifests, metadata!.name!);
        return setBy.length > 1 ? [`${metadata?.name}: ${setBy.join(' and ')}`] : [];
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
      'two resources that set the number of pods': (manifests) =>
        void (findManifest(manifests, 'Deployment', 'worker-mail').spec!.replicas = 3),
      'a target with another name': (manifests) =>
        void (findManifest(manifests, 'HorizontalPodAutoscaler', 'api').spec!.scaleTargetRef.name = 'backend'),
      'a missing TriggerAuthentication': (manifests) =>
        void (findManifest(manifests, 'TriggerAuthentication', 'ledger').metadata!.name = 'database'),
    },
  },
  {
    statement: 'the API scales with its load, and scales down slowly',
    overlays: ['staging', 'production'],
    violations: (manifests) => {
      const { min, max, setBy } = replicaRange(manifests, 'api');
      const spec = ofKind(manifests, 'HorizontalPodAutoscaler')[0]?.spec;
      const slow = (spec?.behavior?.scaleDown?.stabilizationWindowSeconds ?? 0) >= 300;
      return setBy.length === 1 && min >= 2 && max > min && slow ? [] : [`api: ${min} to ${max}`];
    },
    planted: {
      'one pod at night': (manifests) =>
        void (findManifest(manifests, 'HorizontalPodAutoscaler', 'api').spec!.minReplicas = 1),
      'no stabilization window': (manifests) =>
        void delete findManifest(manifests, 'HorizontalPodAutoscaler', 'api').spec!.behavior,
    },
  },
  {
    statement: 'every command starts a bundled program',
    violations: (manifests) =>
      commands(manifests)
        .filter(({ node, file }) => {
          const [, name] = /^dist\/programs\/([\w-]+)\.js$/.exec(file) ?? [];
          return node !== 'node' || !name || !(name in PROGRAMS);
        })
        .map(({ owner, file }) => `${owner}: ${file}`),
    planted: {
      'a renamed program': (manifests) =>
        void (deploymentPod(manifests, 'api').containers[0]!.command = ['node', 'dist/programs/server.js']),
      'an uncompiled source': (manifests) =>
        void (deploymentPod(manifests, 'api').containers[0]!.command = ['node', 'backend/src/main.ts']),
    },
  },
  {
    statement: "every CronJob uses a valid command of the operators' tool",
    violations: (manifests) =>
      commands(manifests).flatMap(({ owner, file, args }) => {
        if (!file.endsWith('/ops.js')) return args.map((arg) => `${owner}: ${arg}`);
        try {
          opsProgram(() => Promise.resolve()).parse(args, { from: 'user' });
          return [];
        } catch (error) {
          return [`${owner}: ${(error as Error).message}`];
        }
      }),
    planted: {
      'an unknown command': (manifests) =>
        void (findManifest(
          manifests,
          'CronJob',
          'tidy',
        ).spec!.jobTemplate.spec!.template.spec!.containers[0]!.command![2] = 'clean'),
    },
  },
];

function setEnv(manifests: Parameters<Rule['violations']>[0], deployment: string, name: string, value: string): void {
  const variable = deploymentPod(manifests, deployment).containers[0]!.env!.find((entry) => entry.name === name);
  variable!.value = value;
}
