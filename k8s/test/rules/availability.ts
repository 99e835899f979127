import { WORKER_BYTES } from '#workers/decoding/memory-room.js';
import { findManifest, ofKind, type Manifest } from '../support/manifest.js';
import { shopPods, deploymentPod, pods } from '../support/pods.js';
import type { Rule } from '../support/rule.js';
import { selects } from '../support/selects.js';
import { longestJobMs } from '../support/jobs.js';
import { mebibytes } from '../support/mebibytes.js';
import { replicaRange } from '../support/replica-range.js';

/** The time that a process needs to close its connections after its last job. */
const CLOSING_SECONDS = 10;
const PROBES = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;

const deployed = (manifests: Manifest[]) => pods(manifests).filter(({ kind }) => kind === 'Deployment');
const preStopSeconds = (pod: ReturnType<typeof deploymentPod>) =>
  pod.containers[0]?.lifecycle?.preStop?.sleep?.seconds ?? 0;

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
        void delete deploymentPod(manifests, 'worker-mail').containers[0]!.livenessProbe,
    },
  },
  {
    statement: 'a process has a minute to start, and is not restarted when a service that it uses fails',
    violations: (manifests) =>
      shopPods(manifests)
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
        void (deploymentPod(manifests, 'api').containers[0]!.livenessProbe!.httpGet!.path = '/ready'),
      'ten seconds to start': (manifests) =>
        void (deploymentPod(manifests, 'relay').containers[0]!.startupProbe!.failureThreshold = 5),
    },
  },
  {
    statement: 'memory is reserved and limited, CPU is not limited, and the heap is smaller than the memory limit',
    violations: (manifests) =>
      pods(manifests).flatMap(({ owner, containers }) =>
        containers.flatMap(({ name, resources, env }) => {
          const { requests, limits } = resources ?? {};
          const heap = Number(/--max-old-space-size=(\d+)/.exec(envValue(env, 'NODE_OPTIONS'))?.[1]);
          // Most of the memory of worker-masters is for the decoding processes, not for the worker itself.
          const memory = owner.endsWith('worker-masters') ? WORKER_BYTES / 1024 ** 2 : mebibytes(limits?.memory);
          const share = heap / memory;
          return [
            ...(requests?.memory && requests.memory === limits?.memory ? [] : ['memory']),
            ...(requests?.cpu && limits?.cpu === undefined ? [] : ['cpu']),
            ...(name !== 'shop' || (share >= 0.55 && share <= 0.7) ? [] : ['heap']),
          ].map((what) => `${owner}: ${what}`);
        }),
      ),
    planted: {
      'no limit': (manifests) => void delete deploymentPod(manifests, 'api').containers[0]!.resources!.limits,
      'less reserved than the limit': (manifests) =>
        void (deploymentPod(manifests, 'api').containers[0]!.resources!.requests!.memory = '64Mi'),
      'a CPU limit': (manifests) => void (deploymentPod(manifests, 'api').containers[0]!.resources!.limits!.cpu = '1'),
      'a heap that is larger than the memory of the worker': (manifests) =>
        void (deploymentPod(manifests, 'worker-masters').containers[0]!.env = [
          { name: 'NODE_OPTIONS', value: '--max-old-space-size=1024' },
        ]),
    },
  },
  {
    statement: 'a roll-out never reduces the number of available pods',
    violations: (manifests) => [
      ...ofKind(manifests, 'Deployment')
        .filter(({ spec }) => {
          const { maxUnavailable, maxSurge } = spec?.strategy?.rollingUpdate ?? {};
          return maxUnavailable !== 0 || maxSurge !== 1;
        })
        .map(({ metadata }) => `${metadata?.name}: strategy`),
      ...deployed(manifests)
        .filter((pod) => preStopSeconds(pod) < 5)
        .map(({ name }) => `${name}: less than five seconds before SIGTERM to serve late requests`),
    ],
    planted: {
      'a roll-out that stops a pod before its replacement is ready': (manifests) =>
        void (findManifest(manifests, 'Deployment', 'api').spec!.strategy!.rollingUpdate!.maxUnavailable = 1),
      'SIGTERM without a pause': (manifests) => void delete deploymentPod(manifests, 'api').containers[0]!.lifecycle,
    },
  },
  {
    statement: 'a terminating pod has enough time to finish its longest job',
    violations: (manifests) =>
      deployed(manifests).flatMap((pod) => {
        const neededSeconds = preStopSeconds(pod) + longestJobMs(pod) / 1000;
        const graceSeconds = pod.spec.terminationGracePeriodSeconds ?? 30;
        return graceSeconds >= neededSeconds + CLOSING_SECONDS
          ? []
          : [`${pod.name}: a grace period of ${graceSeconds} s, but ${neededSeconds + CLOSING_SECONDS} s are needed`];
      }),
    planted: {
      'half of the needed time': (manifests) =>
        void (deploymentPod(manifests, 'worker-privacy').spec.terminationGracePeriodSeconds = 150),
      'the default of 30 seconds': (manifests) =>
        void delete deploymentPod(manifests, 'worker-payments').spec.terminationGracePeriodSeconds,
    },
  },
  {
    statement: 'an eviction is always possible, and leaves at least one pod of a Deployment that has several pods',
    violations: (manifests) =>
      deployed(manifests).flatMap(({ name, labels }) => {
        const budgets = ofKind(manifests, 'PodDisruptionBudget').filter(({ spec }) => selects(spec?.selector, labels));
        const min = replicaRange(manifests, name).min;
        if (budgets.length !== 1) return min > 1 || budgets.length > 1 ? [`${name} has ${budgets.length} budgets`] : [];
        const { minAvailable, maxUnavailable } = budgets[0]!.spec!;
        const evictable = maxUnavailable === undefined ? min - Number(minAvailable) : Number(maxUnavailable);
        return evictable >= 1 && (min === 1 || evictable < min)
          ? []
          : [`${name}: ${evictable} of ${min} may be evicted`];
      }),
    planted: {
      'no budget': (manifests) => remove(manifests, 'PodDisruptionBudget', 'api'),
      'a budget that keeps every pod': (manifests) =>
        void (findManifest(manifests, 'PodDisruptionBudget', 'relay').spec!.minAvailable = 2),
      'a budget that allows the eviction of all pods': (manifests) =>
        void (findManifest(manifests, 'PodDisruptionBudget', 'storefront').spec!.minAvailable = 0),
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
                  // The cluster rejects a key that is both in matchLabelKeys and in the selector.
                  matchLabelKeys.every((label) => !(label in (labelSelector?.matchLabels ?? {}))),
              ),
          ),
        )
        .map(({ name }) => name),
    planted: {
      'pods that are not spread over nodes': (manifests) =>
        void deploymentPod(manifests, 'api').spec.topologySpreadConstraints!.pop(),
      'a selector that does not match the pods of the Deployment': (manifests) =>
        void (deploymentPod(manifests, 'api').spec.topologySpreadConstraints![0]!.labelSelector!.matchLabels = {
          app: 'api',
        }),
    },
  },
  {
    statement: 'the pods for orders and payments have priority when nodes are full',
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
        void (deploymentPod(manifests, 'worker-views').spec.priorityClassName = 'pattern-marketplace-essential'),
    },
  },
];

function remove(manifests: Manifest[], kind: Manifest['kind'], name: string): void {
  manifests.splice(manifests.indexOf(findManifest(manifests, kind, name)), 1);
}

const envValue = (env: { name: string; value?: string }[] | undefined, name: string) =>
  env?.find((variable) => variable.name === name)?.value ?? '';
