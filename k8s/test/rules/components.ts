import { type Need, SECRETS } from '#backend/platform/config/needs.js';
import { environmentOf, needsOf } from '../support/environment.js';
import { type Manifest, named, ofKind } from '../support/manifest.js';
import { ownPods, type Pod, podOf, pods } from '../support/pods.js';
import type { Rule } from '../support/rule.js';
import { reaches } from './network.js';

/** @returns names of the Secrets that a pod reads */
const secretsOf = ({ containers }: Pod) => [
  ...new Set(
    containers.flatMap(({ envFrom = [], env = [] }) => [
      ...envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []),
      ...env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? []),
    ]),
  ),
];

const keysOf = (manifests: Manifest[], secret: string) =>
  ofKind(manifests, 'ExternalSecret')
    .filter(({ spec }) => spec.target.name === secret)
    .flatMap(({ spec }) => spec.data.map(({ secretKey }) => secretKey));

const EVERY_SECRET = new Set(Object.values(SECRETS).flat());

/** @returns the secret variables of a pod, from any source */
const secretsGiven = (manifests: Manifest[], pod: Pod) =>
  Object.keys(environmentOf(manifests, pod)).filter((name) => EVERY_SECRET.has(name));

const networkOf = (manifests: Manifest[], policy: string) =>
  named(manifests, 'NetworkPolicy', policy).spec?.egress?.[0]?.to?.[0]?.ipBlock?.cidr.split('/')[0] ?? '';

/** The services of each part of the configuration. Documentation addresses represent the internet. */
function destinations(manifests: Manifest[]): [needs: Need[], address: string, port: number][] {
  const [database, queue, storage] = ['database', 'queue', 'storage'].map((name) => networkOf(manifests, name));
  const internet = ['198.51.100.1', '2001:db8::1'];
  return [
    [['database', 'owner'], database!, 5432],
    [['queue'], queue!, 6379],
    [['queue'], queue!, 6380],
    [['storage'], storage!, 443],
    ...internet.flatMap((address): [Need[], string, number][] => [
      [['mail'], address, 465],
      [['mail'], address, 587],
      [['payments'], address, 443],
      [[], address, 25],
      [[], address, 80],
      [[], address, 5432],
    ]),
  ];
}

const externalData = (manifests: Manifest[], name: string) => named(manifests, 'ExternalSecret', name).spec.data;
const namesOf = (manifests: Manifest[], policy: string) =>
  named(manifests, 'NetworkPolicy', policy).spec!.podSelector!.matchExpressions![0]!.values!;

/** Compares the secrets and networks of a component with the parts that its program reads (review point 10). */
export const components: Rule[] = [
  {
    statement: 'a component has exactly the secrets that its program reads',
    overlays: ['staging', 'production'],
    violations: (manifests) =>
      pods(manifests).flatMap((pod) => {
        const asked = new Set(needsOf(pod).flatMap((need) => SECRETS[need]));
        const given = new Set(secretsGiven(manifests, pod));
        return [
          ...[...given].filter((name) => !asked.has(name)).map((name) => `${pod.owner} must not have ${name}`),
          ...[...asked].filter((name) => !given.has(name)).map((name) => `${pod.owner} lacks ${name}`),
        ];
      }),
    planted: {
      'the Stripe key for the worker of uploads': (manifests) =>
        void externalData(manifests, 'worker-masters-secrets').push({
          secretKey: 'STRIPE_SECRET_KEY',
          remoteRef: { key: 'pattern-marketplace', property: 'STRIPE_SECRET_KEY' },
        }),
      'the mail server for the API, from another Secret': (manifests) =>
        void podOf(manifests, 'api').containers[0]!.env!.push({
          name: 'SMTP_URL',
          valueFrom: { secretKeyRef: { name: 'worker-mail-secrets', key: 'SMTP_URL' } },
        }),
      'the owner of the schema for the relay': (manifests) =>
        void podOf(manifests, 'relay').containers[0]!.envFrom!.push({ secretRef: { name: 'migrations-secrets' } }),
      'a second queue without its secrets': (manifests) =>
        void (podOf(manifests, 'worker-masters').containers[0]!.env!.find(
          ({ name }) => name === 'WORKER_QUEUES',
        )!.value = 'masters,mail'),
      'a Secret without TOKEN_SECRET': (manifests) => {
        const data = externalData(manifests, 'worker-mail-secrets');
        data.splice(
          data.findIndex(({ secretKey }) => secretKey === 'TOKEN_SECRET'),
          1,
        );
      },
      'a secret in the shared ConfigMap': (manifests) =>
        void (ofKind(manifests, 'ConfigMap').find(({ metadata }) =>
          metadata?.name?.startsWith('shop-config'),
        )!.data!.TOKEN_SECRET = 'x'),
    },
  },
  {
    statement: 'a Secret belongs to one component, and has no unused keys',
    violations: (manifests) => {
      const readers = ownPods(manifests).flatMap((pod) => secretsOf(pod).map((name) => ({ name, owner: pod.owner })));
      const shared = readers.filter(({ name }, index) => readers.findIndex((one) => one.name === name) !== index);
      const unread = [...new Set(readers.map(({ name }) => name))].flatMap((name) =>
        keysOf(manifests, name).filter((key) => !EVERY_SECRET.has(key)),
      );
      return [...shared.map(({ name, owner }) => `${owner}: ${name}`), ...unread];
    },
    planted: {
      'the Secret of the relay for the worker of views': (manifests) =>
        void (podOf(manifests, 'worker-views').containers[0]!.envFrom![1]!.secretRef!.name = 'relay-secrets'),
      'an unused key': (manifests) =>
        void externalData(manifests, 'api-secrets').push({
          secretKey: 'ADMIN_PASSWORD',
          remoteRef: { key: 'pattern-marketplace', property: 'ADMIN_PASSWORD' },
        }),
    },
  },
  {
    statement: 'a component reaches exactly the services that its program uses; nginx reaches none',
    overlays: ['staging', 'production'],
    violations: (manifests) =>
      pods(manifests).flatMap((pod) =>
        destinations(manifests)
          .map(([needs, ...way]) => [needs.some((need) => needsOf(pod).includes(need)), way] as const)
          .filter(([asked, way]) => asked !== reaches(manifests, pod, ...way))
          .map(([asked, way]) => `${pod.name} ${asked ? 'does not reach' : 'reaches'} ${way.join(':')}`),
      ),
    planted: {
      'migrations without PostgreSQL': (manifests) => {
        const names = namesOf(manifests, 'database');
        names.splice(names.indexOf('migrations'), 1);
      },
      'a mail worker without the mail server': (manifests) => {
        const names = namesOf(manifests, 'mail');
        names.splice(names.indexOf('worker-mail'), 1);
      },
      'no mail over TLS': (manifests) =>
        void named(manifests, 'NetworkPolicy', 'mail').spec!.egress![0]!.ports!.shift(),
      'the internet for the worker of uploads': (manifests) => void namesOf(manifests, 'cards').push('worker-masters'),
      'a mail server for the API': (manifests) => void namesOf(manifests, 'mail').push('api'),
      'PostgreSQL for nginx': (manifests) =>
        void (named(manifests, 'NetworkPolicy', 'database').spec!.podSelector = {}),
      'all ports of the internet': (manifests) =>
        void delete named(manifests, 'NetworkPolicy', 'cards').spec!.egress![0]!.ports,
    },
  },
];
