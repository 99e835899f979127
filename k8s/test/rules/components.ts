import { type Need, SECRETS } from '#backend/platform/config/needs.js';
import { podEnvironment, podNeeds } from '../support/environment.js';
import { type Manifest, findManifest, ofKind } from '../support/manifest.js';
import { shopPods, type Pod, deploymentPod, pods } from '../support/pods.js';
import type { Rule } from '../support/rule.js';
import { reaches } from './network.js';

/** @returns the names of the Secrets that a pod reads */
const podSecrets = ({ containers }: Pod) => [
  ...new Set(
    containers.flatMap(({ envFrom = [], env = [] }) => [
      ...envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []),
      ...env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? []),
    ]),
  ),
];

const secretKeys = (manifests: Manifest[], secret: string) =>
  ofKind(manifests, 'ExternalSecret')
    .filter(({ spec }) => spec.target.name === secret)
    .flatMap(({ spec }) => spec.data.map(({ secretKey }) => secretKey));

const EVERY_SECRET = new Set(Object.values(SECRETS).flat());

/** @returns the secret variables of a pod, from any source */
const secretVariables = (manifests: Manifest[], pod: Pod) =>
  Object.keys(podEnvironment(manifests, pod)).filter((name) => EVERY_SECRET.has(name));

const policyNetwork = (manifests: Manifest[], policy: string) =>
  findManifest(manifests, 'NetworkPolicy', policy).spec?.egress?.[0]?.to?.[0]?.ipBlock?.cidr.split('/')[0] ?? '';

/**
 * @returns rows of an address, its port, and parts of the configuration: exactly the programs that read one of these parts
 * must reach the address. Addresses that RFC 5737 and 3849 reserve for documentation represent the internet.
 */
function serviceAddresses(manifests: Manifest[]): [needs: Need[], address: string, port: number][] {
  const [database, queue, storage] = ['database', 'queue', 'storage'].map((name) => policyNetwork(manifests, name));
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

const externalData = (manifests: Manifest[], name: string) => findManifest(manifests, 'ExternalSecret', name).spec.data;
const selectedNames = (manifests: Manifest[], policy: string) =>
  findManifest(manifests, 'NetworkPolicy', policy).spec!.podSelector!.matchExpressions![0]!.values!;

/** Compares the secrets and networks of a component with the parts of the configuration that its program reads. */
export const components: Rule[] = [
  {
    statement: 'a component has exactly the secrets that its program reads',
    overlays: ['staging', 'production'],
    violations: (manifests) =>
      pods(manifests).flatMap((pod) => {
        const expected = new Set(podNeeds(pod).flatMap((need) => SECRETS[need]));
        const actual = new Set(secretVariables(manifests, pod));
        return [
          ...[...actual].filter((name) => !expected.has(name)).map((name) => `${pod.owner} must not have ${name}`),
          ...[...expected].filter((name) => !actual.has(name)).map((name) => `${pod.owner} lacks ${name}`),
        ];
      }),
    planted: {
      'the Stripe key in the Secret of the worker that decodes uploads': (manifests) =>
        void externalData(manifests, 'worker-masters-secrets').push({
          secretKey: 'STRIPE_SECRET_KEY',
          remoteRef: { key: 'pattern-marketplace', property: 'STRIPE_SECRET_KEY' },
        }),
      'the API reads the mail server from the Secret of another component': (manifests) =>
        void deploymentPod(manifests, 'api').containers[0]!.env!.push({
          name: 'SMTP_URL',
          valueFrom: { secretKeyRef: { name: 'worker-mail-secrets', key: 'SMTP_URL' } },
        }),
      'the relay has the database role that owns the schema': (manifests) =>
        void deploymentPod(manifests, 'relay').containers[0]!.envFrom!.push({
          secretRef: { name: 'migrations-secrets' },
        }),
      'a second queue without its secrets': (manifests) =>
        void (deploymentPod(manifests, 'worker-masters').containers[0]!.env!.find(
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
      const readers = shopPods(manifests).flatMap((pod) => podSecrets(pod).map((name) => ({ name, owner: pod.owner })));
      const shared = readers.filter(({ name }, index) => readers.findIndex((reader) => reader.name === name) !== index);
      const unread = [...new Set(readers.map(({ name }) => name))].flatMap((name) =>
        secretKeys(manifests, name).filter((key) => !EVERY_SECRET.has(key)),
      );
      return [...shared.map(({ name, owner }) => `${owner}: ${name}`), ...unread];
    },
    planted: {
      'the worker for the queue `views` reads the Secret of the relay': (manifests) =>
        void (deploymentPod(manifests, 'worker-views').containers[0]!.envFrom![1]!.secretRef!.name = 'relay-secrets'),
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
        serviceAddresses(manifests)
          .map(([needs, ...target]) => [needs.some((need) => podNeeds(pod).includes(need)), target] as const)
          .filter(([expected, target]) => expected !== reaches(manifests, pod, ...target))
          .map(([expected, target]) => `${pod.name} ${expected ? 'does not reach' : 'reaches'} ${target.join(':')}`),
      ),
    planted: {
      'migrations cannot reach PostgreSQL': (manifests) => {
        const names = selectedNames(manifests, 'database');
        names.splice(names.indexOf('migrations'), 1);
      },
      'the mail worker cannot reach the mail server': (manifests) => {
        const names = selectedNames(manifests, 'mail');
        names.splice(names.indexOf('worker-mail'), 1);
      },
      'the port for mail over TLS is closed': (manifests) =>
        void findManifest(manifests, 'NetworkPolicy', 'mail').spec!.egress![0]!.ports!.shift(),
      'the worker that decodes uploads reaches the internet': (manifests) =>
        void selectedNames(manifests, 'cards').push('worker-masters'),
      'the API reaches the mail server': (manifests) => void selectedNames(manifests, 'mail').push('api'),
      'nginx reaches PostgreSQL': (manifests) =>
        void (findManifest(manifests, 'NetworkPolicy', 'database').spec!.podSelector = {}),
      'all ports of the internet are open': (manifests) =>
        void delete findManifest(manifests, 'NetworkPolicy', 'cards').spec!.egress![0]!.ports,
    },
  },
];
