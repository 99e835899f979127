import { named, ofKind } from '../support/manifest.js';
import { pods } from '../support/pods.js';
import type { Rule } from '../support/rule.js';

const wave = ({ metadata }: { metadata?: { annotations?: Record<string, string> } }) =>
  Number(metadata?.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);

/** What the migrations need. */
const NEEDED = new Set(['Namespace', 'ServiceAccount', 'ConfigMap', 'ExternalSecret', 'Secret', 'NetworkPolicy']);

/** What runs once, and what runs now and then. */
export const rounds: Rule[] = [
  {
    says: 'the migrations are a Job of their own for each version, which ends and is tidied away',
    broken: (manifests) =>
      ofKind(manifests, 'Job').flatMap(({ metadata, spec }) => {
        const version = spec?.template.spec?.containers[0]?.image?.split(':').at(-1);
        const name = metadata?.name ?? '';
        return [
          ...(name === `migrate-${version}` && /^[a-z0-9.-]{1,63}$/.test(name) ? [] : [`${name} runs ${version}`]),
          ...(spec?.backoffLimit === 3 && spec.activeDeadlineSeconds && spec.ttlSecondsAfterFinished
            ? []
            : [`${name} has no end`]),
        ];
      }),
    planted: {
      'the name of another version': (manifests) =>
        void (ofKind(manifests, 'Job')[0]!.metadata!.name = 'migrate-0.0.1'),
      'no end': (manifests) => void delete ofKind(manifests, 'Job')[0]!.spec!.activeDeadlineSeconds,
    },
  },
  {
    says: 'migrations run again with changed settings: Argo CD takes the Job before away, within the synchronisation',
    broken: (manifests) =>
      ofKind(manifests, 'Job')
        // Before it (PreSync) there is neither their ConfigMap nor, the first time, anything else.
        .filter(({ metadata: { annotations } = {} }) => {
          const [hook, removed] = ['hook', 'hook-delete-policy'].map(
            (name) => annotations?.[`argocd.argoproj.io/${name}`],
          );
          return hook !== 'Sync' || removed !== 'BeforeHookCreation';
        })
        .map(({ metadata }) => `${metadata?.name}`),
    planted: {
      'a Job like any other': (manifests) =>
        void delete ofKind(manifests, 'Job')[0]!.metadata!.annotations!['argocd.argoproj.io/hook'],
      'before its ConfigMap': (manifests) =>
        void (ofKind(manifests, 'Job')[0]!.metadata!.annotations!['argocd.argoproj.io/hook'] = 'PreSync'),
    },
  },
  {
    says: 'migrations come after what they need and before what needs them',
    broken: (manifests) => {
      const [job, ...more] = ofKind(manifests, 'Job');
      if (!job || more.length > 0) return ['there is not one Job of migrations'];
      const later = [...ofKind(manifests, 'Deployment'), ...ofKind(manifests, 'CronJob')];

      return [
        ...later.filter((one) => wave(one) <= wave(job)),
        ...manifests.filter((one) => NEEDED.has(one.kind) && wave(one) >= wave(job)),
      ].map(({ kind, metadata }) => `${kind} ${metadata?.name}`);
    },
    planted: {
      'an API that does not wait': (manifests) =>
        void delete named(manifests, 'Deployment', 'api').metadata!.annotations,
      'a network that comes too late': (manifests) =>
        void (named(manifests, 'NetworkPolicy', 'database').metadata!.annotations = {
          'argocd.argoproj.io/sync-wave': '3',
        }),
    },
  },
  {
    says: 'a round never meets itself, never starts on the hour with everybody else, and leaves a trace when it failed',
    broken: (manifests) =>
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
      'two at once': (manifests) => void (named(manifests, 'CronJob', 'reconcile').spec!.concurrencyPolicy = 'Allow'),
      'on the hour': (manifests) => void (named(manifests, 'CronJob', 'tidy').spec!.schedule = '0 3 * * *'),
      'without end': (manifests) =>
        void delete named(manifests, 'CronJob', 'tidy').spec!.jobTemplate.spec!.activeDeadlineSeconds,
    },
  },
  {
    says: 'what ends is not started again for ever',
    broken: (manifests) =>
      pods(manifests)
        .filter(({ kind, spec }) => kind !== 'Deployment' && spec.restartPolicy !== 'Never')
        .map(({ owner }) => owner),
    planted: {
      'a Job that never gives up': (manifests) =>
        void (ofKind(manifests, 'Job')[0]!.spec!.template.spec!.restartPolicy = 'OnFailure'),
    },
  },
];
