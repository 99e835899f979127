import { findManifest, ofKind } from '../support/manifest.js';
import { pods } from '../support/pods.js';
import type { Rule } from '../support/rule.js';

const syncWave = ({ metadata }: { metadata?: { annotations?: Record<string, string> } }) =>
  Number(metadata?.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);

/** The kinds of resources that must exist before the migrations run. */
const NEEDED_KINDS = new Set(['Namespace', 'ServiceAccount', 'ConfigMap', 'ExternalSecret', 'Secret', 'NetworkPolicy']);

/** Rules for the migration Job and the CronJobs. */
export const scheduledJobs: Rule[] = [
  {
    statement: 'each version has a migration Job, which has a deadline and is deleted afterwards',
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
        // The phase must not be PreSync, because the ConfigMap of the migrations does not exist yet in that phase.
        .filter(({ metadata: { annotations } = {} }) => {
          const [hook, deletePolicy] = ['hook', 'hook-delete-policy'].map(
            (name) => annotations?.[`argocd.argoproj.io/${name}`],
          );
          return hook !== 'Sync' || deletePolicy !== 'BeforeHookCreation';
        })
        .map(({ metadata }) => `${metadata?.name}`),
    planted: {
      'a Job without a hook': (manifests) =>
        void delete ofKind(manifests, 'Job')[0]!.metadata!.annotations!['argocd.argoproj.io/hook'],
      'a Job that runs before its ConfigMap exists': (manifests) =>
        void (ofKind(manifests, 'Job')[0]!.metadata!.annotations!['argocd.argoproj.io/hook'] = 'PreSync'),
    },
  },
  {
    statement: 'migrations run after their dependencies and before the programs',
    violations: (manifests) => {
      const [job, ...otherJobs] = ofKind(manifests, 'Job');
      if (!job || otherJobs.length > 0) return ['there must be one migration Job'];
      const programs = [...ofKind(manifests, 'Deployment'), ...ofKind(manifests, 'CronJob')];

      return [
        ...programs.filter((program) => syncWave(program) <= syncWave(job)),
        ...manifests.filter((manifest) => NEEDED_KINDS.has(manifest.kind) && syncWave(manifest) >= syncWave(job)),
      ].map(({ kind, metadata }) => `${kind} ${metadata?.name}`);
    },
    planted: {
      'an API that does not wait for the migrations': (manifests) =>
        void delete findManifest(manifests, 'Deployment', 'api').metadata!.annotations,
      'a network policy that is applied after the migrations': (manifests) =>
        void (findManifest(manifests, 'NetworkPolicy', 'database').metadata!.annotations = {
          'argocd.argoproj.io/sync-wave': '3',
        }),
    },
  },
  {
    statement:
      'runs of a CronJob never overlap, have a deadline, and avoid minutes divisible by five; failed Jobs are kept',
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
        void (findManifest(manifests, 'CronJob', 'reconcile').spec!.concurrencyPolicy = 'Allow'),
      'a start on the hour': (manifests) =>
        void (findManifest(manifests, 'CronJob', 'tidy').spec!.schedule = '0 3 * * *'),
      'without a deadline': (manifests) =>
        void delete findManifest(manifests, 'CronJob', 'tidy').spec!.jobTemplate.spec!.activeDeadlineSeconds,
    },
  },
  {
    statement: 'the containers of Jobs and CronJobs are never restarted',
    violations: (manifests) =>
      pods(manifests)
        .filter(({ kind, spec }) => kind !== 'Deployment' && spec.restartPolicy !== 'Never')
        .map(({ owner }) => owner),
    planted: {
      'a Job whose container is restarted': (manifests) =>
        void (ofKind(manifests, 'Job')[0]!.spec!.template.spec!.restartPolicy = 'OnFailure'),
    },
  },
];
