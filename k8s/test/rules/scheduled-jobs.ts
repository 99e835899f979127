import { named, ofKind } from '../support/manifest.js';
import { pods } from '../support/pods.js';
import type { Rule } from '../support/rule.js';

const wave = ({ metadata }: { metadata?: { annotations?: Record<string, string> } }) =>
  Number(metadata?.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);

/** Kinds that the migrations need. */
const NEEDED = new Set(['Namespace', 'ServiceAccount', 'ConfigMap', 'ExternalSecret', 'Secret', 'NetworkPolicy']);

/** Jobs and CronJobs. */
export const scheduledJobs: Rule[] = [
  {
    statement: 'each version has a migration Job, which ends and is deleted',
    violations: (manifests) =>
      ofKind(manifests, 'Job').flatMap(({ metadata, spec }) => {
        const version = spec?.template.spec?.containers[0]?.image?.split(':').at(-1);
        const name = metadata?.name ?? '';
        return [
          ...(name === `migrate-${version}` && /^[a-z0-9.-]{1,63}$/.test(name) ? [] : [`${name} runs ${version}`]),
          ...(spec?.backoffLimit === 3 && spec.activeDeadlineSeconds && spec.ttlSecondsAfterFinished
            ? []
            : [`${name} has no deadline`]),
        ];
      }),
    planted: {
      'the name of another version': (manifests) =>
        void (ofKind(manifests, 'Job')[0]!.metadata!.name = 'migrate-0.0.1'),
      'no deadline': (manifests) => void delete ofKind(manifests, 'Job')[0]!.spec!.activeDeadlineSeconds,
    },
  },
  {
    statement: 'Argo CD replaces the previous migration Job during the synchronisation',
    violations: (manifests) =>
      ofKind(manifests, 'Job')
        // In the phase PreSync the ConfigMap of the migrations does not exist yet.
        .filter(({ metadata: { annotations } = {} }) => {
          const [hook, removed] = ['hook', 'hook-delete-policy'].map(
            (name) => annotations?.[`argocd.argoproj.io/${name}`],
          );
          return hook !== 'Sync' || removed !== 'BeforeHookCreation';
        })
        .map(({ metadata }) => `${metadata?.name}`),
    planted: {
      'a Job without a hook': (manifests) =>
        void delete ofKind(manifests, 'Job')[0]!.metadata!.annotations!['argocd.argoproj.io/hook'],
      'before its ConfigMap': (manifests) =>
        void (ofKind(manifests, 'Job')[0]!.metadata!.annotations!['argocd.argoproj.io/hook'] = 'PreSync'),
    },
  },
  {
    statement: 'migrations run after their dependencies and before the programs',
    violations: (manifests) => {
      const [job, ...more] = ofKind(manifests, 'Job');
      if (!job || more.length > 0) return ['there must be one migration Job'];
      const later = [...ofKind(manifests, 'Deployment'), ...ofKind(manifests, 'CronJob')];

      return [
        ...later.filter((one) => wave(one) <= wave(job)),
        ...manifests.filter((one) => NEEDED.has(one.kind) && wave(one) >= wave(job)),
      ].map(({ kind, metadata }) => `${kind} ${metadata?.name}`);
    },
    planted: {
      'an API that does not wait': (manifests) =>
        void delete named(manifests, 'Deployment', 'api').metadata!.annotations,
      'a network policy that comes later': (manifests) =>
        void (named(manifests, 'NetworkPolicy', 'database').metadata!.annotations = {
          'argocd.argoproj.io/sync-wave': '3',
        }),
    },
  },
  {
    statement: 'a CronJob never overlaps itself, does not start at a multiple of five minutes, and keeps failed Jobs',
    violations: (manifests) =>
      ofKind(manifests, 'CronJob')
        .filter(({ spec }) => {
          const [minute] = spec!.schedule.split(' ').map(Number);
          return !(
            spec!.concurrencyPolicy === 'Forbid' &&
            minute! % 5 !== 0 &&
            spec!.timeZone === 'Etc/UTC' &&
            (spec!.startingDeadlineSeconds ?? 0) >= 60 &&
            (spec!.failedJobsHistoryLimit ?? 0) >= 1 &&
            spec!.successfulJobsHistoryLimit !== undefined &&
            spec!.jobTemplate.spec?.activeDeadlineSeconds
          );
        })
        .map(({ metadata }) => `${metadata?.name}`),
    planted: {
      'concurrent runs': (manifests) =>
        void (named(manifests, 'CronJob', 'reconcile').spec!.concurrencyPolicy = 'Allow'),
      'on the hour': (manifests) => void (named(manifests, 'CronJob', 'tidy').spec!.schedule = '0 3 * * *'),
      'without a deadline': (manifests) =>
        void delete named(manifests, 'CronJob', 'tidy').spec!.jobTemplate.spec!.activeDeadlineSeconds,
    },
  },
  {
    statement: 'a Job is not restarted endlessly',
    violations: (manifests) =>
      pods(manifests)
        .filter(({ kind, spec }) => kind !== 'Deployment' && spec.restartPolicy !== 'Never')
        .map(({ owner }) => owner),
    planted: {
      'a Job that never gives up': (manifests) =>
        void (ofKind(manifests, 'Job')[0]!.spec!.template.spec!.restartPolicy = 'OnFailure'),
    },
  },
];
