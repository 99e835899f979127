import { type Need, SECRETS } from '#backend/platform/config/needs.js';
import { environmentOf, needsOf } from '../support/environment.js';
import { type Manifest, named, ofKind } from '../support/manifest.js';
import { ownPods, type Pod, podOf, pods } from '../support/pods.js';
import type { Rule } from '../support/rule.js';
import { reaches } from './network.js';

/** Names of the Secrets that a pod reads, as the manifests call them. */
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

/** Secrets that a pod has as variables, wherever they come from. */
const secretsGiven = (manifests: Manifest[], pod: Pod) =>
  Object.keys(environmentOf(manifests, pod)).filter((name) => EVERY_SECRET.has(name));

const networkOf = (manifests: Manifest[], policy: string) =>
  named(manifests, 'NetworkPolicy', policy).spec?.egress?.[0]?.to?.[0]?.ipBlock?.cidr.split('/')[0] ?? '';

/** Where each part of the configuration leads to. An address of documentation stands for the whole of the internet. */
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

/** What a component is given, against the table of what its program asks for (review point 10). */
export const components: Rule[] = [
  {
    says: 'a component is given the secrets that its program asks for, and no others',
    overlays: ['staging', 'production'],
    broken: (manifests) =>
      pods(manifests).flatMap((pod) => {
        const asked = new Set(needsOf(pod).flatMap((need) => SECRETS[need]));
        const given = new Set(secretsGiven(manifests, pod));
        return [
          ...[...given].filter((name) => !asked.has(name)).map((name) => `${pod.owner} is given ${name}`),
          ...[...asked].filter((name) => !given.has(name)).map((name) => `${pod.owner} lacks ${name}`),
        ];
      }),
    planted: {
      'the key of the card provider for the masters': (manifests) =>
        void externalData(manifests, 'worker-masters-secrets').push({
          secretKey: 'STRIPE_SECRET_KEY',
          remoteRef: { key: 'pattern-marketplace', property: 'STRIPE_SECRET_KEY' },
        }),
      'the mail server for the API, from another Secret': (manifests) =>
        void podOf(manifests, 'api').containers[0]!.env!.push({
          name: 'SMTP_URL',
          valueFrom: { secretKeyRef: { name: 'worker-mail-secrets', key: 'SMTP_URL' } },
        }),
      'the owner of the schema for a program': (manifests) =>
        void podOf(manifests, 'relay').containers[0]!.envFrom!.push({ secretRef: { name: 'migrations-secrets' } }),
      'a queue more than the Secret is for': (manifests) =>
        void (podOf(manifests, 'worker-masters').containers[0]!.env!.find(
          ({ name }) => name === 'WORKER_QUEUES',
        )!.value = 'masters,mail'),
      'a Secret without the root of the tokens': (manifests) => {
        const data = externalData(manifests, 'worker-mail-secrets');
        data.splice(
          data.findIndex(({ secretKey }) => secretKey === 'TOKEN_SECRET'),
          1,
        );
      },
      'a secret in the settings of all': (manifests) =>
        void (ofKind(manifests, 'ConfigMap').find(({ metadata }) =>
          metadata?.name?.startsWith('shop-config'),
        )!.data!.TOKEN_SECRET = 'x'),
    },
  },
  {
    says: 'a Secret belongs to one component, and holds nothing that no program reads',
    broken: (manifests) => {
      const readers = ownPods(manifests).flatMap((pod) => secretsOf(pod).map((name) => ({ name, owner: pod.owner })));
      const shared = readers.filter(({ name }, index) => readers.findIndex((one) => one.name === name) !== index);
      const unread = [...new Set(readers.map(({ name }) => name))].flatMap((name) =>
        keysOf(manifests, name).filter((key) => !EVERY_SECRET.has(key)),
      );
      return [...shared.map(({ name, owner }) => `${owner}: ${name}`), ...unread];
    },
    planted: {
      'the Secret of the relay for the views': (manifests) =>
        void (podOf(manifests, 'worker-views').containers[0]!.envFrom![1]!.secretRef!.name = 'relay-secrets'),
      'a key that no program reads': (manifests) =>
        void externalData(manifests, 'api-secrets').push({
          secretKey: 'ADMIN_PASSWORD',
          remoteRef: { key: 'pattern-marketplace', property: 'ADMIN_PASSWORD' },
        }),
    },
  },
  {
    says: 'a component reaches the services that its program asks for, and no others; nginx reaches none of them',
    overlays: ['staging', 'production'],
    broken: (manifests) =>
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
      'a worker of mails without mail': (manifests) => {
        const names = namesOf(manifests, 'mail');
        names.splice(names.indexOf('worker-mail'), 1);
      },
      'no mail over TLS': (manifests) =>
        void named(manifests, 'NetworkPolicy', 'mail').spec!.egress![0]!.ports!.shift(),
      'the internet for the masters': (manifests) => void namesOf(manifests, 'cards').push('worker-masters'),
      'a mail server for the API': (manifests) => void namesOf(manifests, 'mail').push('api'),
      'an nginx that reaches PostgreSQL': (manifests) =>
        void (named(manifests, 'NetworkPolicy', 'database').spec!.podSelector = {}),
      'any port of the internet': (manifests) =>
        void delete named(manifests, 'NetworkPolicy', 'cards').spec!.egress![0]!.ports,
    },
  },
];
