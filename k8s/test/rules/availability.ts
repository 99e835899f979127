import { WORKER_BYTES } from '#workers/decoding/memory-room.js';
import { named, ofKind, type Manifest } from '../support/manifest.js';
import { ownPods, podOf, pods } from '../support/pods.js';
import type { Rule } from '../support/rule.js';
import { selects } from '../support/selects.js';
import { longestJobMs } from '../support/jobs.js';
import { mebibytes } from '../support/mebibytes.js';
import { scales } from '../support/scales.js';

/** For a process to close its connections after its last job. */
const CLOSING_SECONDS = 10;
const PROBES = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;

const deployed = (manifests: Manifest[]) => pods(manifests).filter(({ kind }) => kind === 'Deployment');
const preStopSeconds = (pod: ReturnType<typeof podOf>) => pod.containers[0]?.lifecycle?.preStop?.sleep?.seconds ?? 0;

export const availability: Rule[] = [
  {
    statement: 'each process has a startup, liveness and readiness probe',
    violations: (manifests) =>
      deployed(manifests).flatMap(({ owner, containers }) =>
        containers.flatMap((container) =>
          PROBES.filter((probe) => !container[probe]?.httpGet).map((probe) => `${owner}: ${container.name}, ${probe}`),
        ),
      ),
    planted: {
      'a worker without a liveness probe': (manifests) =>
        void delete podOf(manifests, 'worker-mail').containers[0]!.livenessProbe,
    },
  },
  {
    statement: 'a process has a minute to start, and is not restarted when a service that it uses fails',
    violations: (manifests) =>
      ownPods(manifests)
        .filter(({ kind }) => kind === 'Deployment')
        .filter(({ containers: [container] }) => {
          const { startupProbe: start, livenessProbe: live, readinessProbe: ready } = container!;
          return !(
            (start?.failureThreshold ?? 0) * (start?.periodSeconds ?? 10) >= 60 &&
            start?.httpGet?.path === '/live' &&
            live?.httpGet?.path === '/live' &&
            ready?.httpGet?.path === '/ready'
          );
        })
        .map(({ owner }) => owner),
    planted: {
      'a restart when PostgreSQL is down': (manifests) =>
        void (podOf(manifests, 'api').containers[0]!.livenessProbe!.httpGet!.path = '/ready'),
      'ten seconds to start': (manifests) =>
        void (podOf(manifests, 'relay').containers[0]!.startupProbe!.failureThreshold = 5),
    },
  },
  {
    statement: 'memory is reserved and limited, CPU is never throttled, and the heap leaves room for other memory',
    violations: (manifests) =>
      pods(manifests).flatMap(({ owner, containers }) =>
        containers.flatMap(({ name, resources, env }) => {
          const { requests, limits } = resources ?? {};
          const heap = Number(/--max-old-space-size=(\d+)/.exec(valueOf(env, 'NODE_OPTIONS'))?.[1]);
          // Most of this container's memory is for the decoding processes, not for the worker.
          const own = owner.endsWith('worker-masters') ? WORKER_BYTES / 1024 ** 2 : mebibytes(limits?.memory);
          const share = heap / own;
          return [
            ...(requests?.memory && requests.memory === limits?.memory ? [] : ['memory']),
            ...(requests?.cpu && limits?.cpu === undefined ? [] : ['cpu']),
            ...(name !== 'shop' || (share >= 0.55 && share <= 0.7) ? [] : ['heap']),
          ].map((what) => `${owner}: ${what}`);
        }),
      ),
    planted: {
      'no limit': (manifests) => void delete podOf(manifests, 'api').containers[0]!.resources!.limits,
      'less reserved than the limit': (manifests) =>
        void (podOf(manifests, 'api').containers[0]!.resources!.requests!.memory = '64Mi'),
      'a CPU limit': (manifests) => void (podOf(manifests, 'api').containers[0]!.resources!.limits!.cpu = '1'),
      'a heap as large as the limit': (manifests) =>
        void (podOf(manifests, 'worker-masters').containers[0]!.env = [
          { name: 'NODE_OPTIONS', value: '--max-old-space-size=1024' },
        ]),
    },
  },
  {
    statement: 'a roll-out keeps all pods available',
    violations: (manifests) => [
      ...ofKind(manifests, 'Deployment')
        .filter(({ spec }) => {
          const { maxUnavailable, maxSurge } = spec?.strategy?.rollingUpdate ?? {};
          return maxUnavailable !== 0 || maxSurge !== 1;
        })
        .map(({ metadata }) => `${metadata?.name}: strategy`),
      ...deployed(manifests)
        .filter((pod) => preStopSeconds(pod) < 5)
        .map(({ name }) => `${name}: no pause before SIGTERM for late requests`),
    ],
    planted: {
      'one pod less during a roll-out': (manifests) =>
        void (named(manifests, 'Deployment', 'api').spec!.strategy!.rollingUpdate!.maxUnavailable = 1),
      'SIGTERM without a pause': (manifests) => void delete podOf(manifests, 'api').containers[0]!.lifecycle,
    },
  },
  {
    statement: 'a terminating pod has the time to finish its longest job',
    violations: (manifests) =>
      deployed(manifests).flatMap((pod) => {
        const needed = preStopSeconds(pod) + longestJobMs(pod) / 1000;
        const given = pod.spec.terminationGracePeriodSeconds ?? 30;
        return given >= needed + CLOSING_SECONDS ? [] : [`${pod.name}: ${given} s for ${needed} s and closing`];
      }),
    planted: {
      'half of the time': (manifests) =>
        void (podOf(manifests, 'worker-privacy').spec.terminationGracePeriodSeconds = 150),
      'the default time': (manifests) =>
        void delete podOf(manifests, 'worker-payments').spec.terminationGracePeriodSeconds,
    },
  },
  {
    statement: 'an eviction leaves one pod of a Deployment running, and can always remove one',
    violations: (manifests) =>
      deployed(manifests).flatMap(({ name, labels }) => {
        const budgets = ofKind(manifests, 'PodDisruptionBudget').filter(({ spec }) => selects(spec?.selector, labels));
        const least = scales(manifests, name).least;
        if (budgets.length !== 1)
          return least > 1 || budgets.length > 1 ? [`${name} has ${budgets.length} budgets`] : [];
        const { minAvailable, maxUnavailable } = budgets[0]!.spec!;
        const goes = maxUnavailable === undefined ? least - Number(minAvailable) : Number(maxUnavailable);
        return goes >= 1 && (least === 1 || goes < least) ? [] : [`${name}: ${goes} of ${least} may be evicted`];
      }),
    planted: {
      'no budget': (manifests) => remove(manifests, 'PodDisruptionBudget', 'api'),
      'a budget that keeps every pod': (manifests) =>
        void (named(manifests, 'PodDisruptionBudget', 'relay').spec!.minAvailable = 2),
      'a budget that allows all to be evicted': (manifests) =>
        void (named(manifests, 'PodDisruptionBudget', 'storefront').spec!.minAvailable = 0),
    },
  },
  {
    statement: 'the pods of a Deployment are spread over nodes and zones',
    violations: (manifests) =>
      deployed(manifests)
        .filter(({ spec, labels }) =>
          ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].some(
            (key) =>
              !spec.topologySpreadConstraints?.some(
                ({ topologyKey, labelSelector, matchLabelKeys }) =>
                  topologyKey === key &&
                  selects(labelSelector, labels) &&
                  matchLabelKeys?.includes('app.kubernetes.io/name') &&
                  // The cluster rejects a key that is in both.
                  matchLabelKeys.every((label) => !(label in (labelSelector?.matchLabels ?? {}))),
              ),
          ),
        )
        .map(({ name }) => name),
    planted: {
      'one node for all pods': (manifests) => void podOf(manifests, 'api').spec.topologySpreadConstraints!.pop(),
      'a selector that misses its own pods': (manifests) =>
        void (podOf(manifests, 'api').spec.topologySpreadConstraints![0]!.labelSelector!.matchLabels = { app: 'api' }),
    },
  },
  {
    statement: 'on full nodes orders and payments come first',
    violations: (manifests) => {
      const essential = new Set(['api', 'storefront', 'relay', 'worker-payments']);
      const classes = new Set(ofKind(manifests, 'PriorityClass').map(({ metadata }) => metadata?.name));
      return deployed(manifests)
        .filter(({ name, spec }) =>
          essential.has(name) ? !classes.has(spec.priorityClassName) : spec.priorityClassName !== undefined,
        )
        .map(({ name, spec }) => `${name}: ${spec.priorityClassName}`);
    },
    planted: {
      'a class that does not exist': (manifests) => remove(manifests, 'PriorityClass', 'pattern-marketplace-essential'),
      'priority for jobs that can wait': (manifests) =>
        void (podOf(manifests, 'worker-views').spec.priorityClassName = 'pattern-marketplace-essential'),
    },
  },
];

function remove(manifests: Manifest[], kind: Manifest['kind'], name: string): void {
  manifests.splice(manifests.indexOf(named(manifests, kind, name)), 1);
}

const valueOf = (env: { name: string; value?: string }[] | undefined, name: string) =>
  env?.find((variable) => variable.name === name)?.value ?? '';
