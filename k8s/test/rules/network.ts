import type { INetworkPolicyIngressRule } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyIngressRule';
import type { INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer';
import { BlockList } from 'node:net';
import { podEnvironment } from '../support/environment.js';
import { type Manifest, findManifest, ofKind } from '../support/manifest.js';
import { shopPods, type Pod, deploymentPod, pods } from '../support/pods.js';
import type { Rule } from '../support/rule.js';
import { selects } from '../support/selects.js';

type Direction = 'Ingress' | 'Egress';

const podPolicies = (manifests: Manifest[], pod: Pod, direction: Direction) =>
  ofKind(manifests, 'NetworkPolicy').filter(
    ({ spec }) => selects(spec?.podSelector ?? {}, pod.labels) && spec?.policyTypes?.includes(direction),
  );

/** @returns the allowed clients of a pod's port: `pod NAME`, `namespace NAME`, or `all` */
function allowedClients(manifests: Manifest[], pod: Pod, port: string): string[] {
  const number = pod.containers[0]?.ports?.find(({ name }) => name === port)?.containerPort;
  const rules = podPolicies(manifests, pod, 'Ingress').flatMap(({ spec }) => spec?.ingress ?? []);
  const open = rules.filter(({ ports }) => !ports || ports.some((rule) => rule.port === port || rule.port === number));
  return [...new Set(open.flatMap((rule) => ruleSources(manifests, rule)))].sort();
}

function ruleSources(manifests: Manifest[], { from }: INetworkPolicyIngressRule): string[] {
  if (!from || from.length === 0) return ['all'];
  return from.flatMap(({ namespaceSelector, podSelector, ipBlock }) => {
    if (ipBlock) return [`network ${ipBlock.cidr}`];
    if (namespaceSelector) {
      return [`namespace ${namespaceSelector.matchLabels?.['kubernetes.io/metadata.name'] ?? 'any'}`];
    }
    return pods(manifests)
      .filter(({ labels }) => selects(podSelector, labels))
      .map(({ name }) => `pod ${name}`);
  });
}

/** @returns whether the policies allow a pod to connect to an address outside of the cluster */
export function reaches(manifests: Manifest[], pod: Pod, address: string, port: number): boolean {
  return podPolicies(manifests, pod, 'Egress')
    .flatMap(({ spec }) => spec?.egress ?? [])
    .some(({ to, ports }) => {
      const onPort = !ports || ports.some((rule) => rule.port === port);
      return onPort && (!to || to.length === 0 || to.some((peer) => peerAllows(peer, address)));
    });
}

const ipFamily = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');

function peerAllows({ ipBlock }: INetworkPolicyPeer, address: string): boolean {
  const isIn = (network: string) => {
    const [base = '', bits] = network.split('/');
    const list = new BlockList();
    list.addSubnet(base, Number(bits), ipFamily(base));
    return ipFamily(base) === ipFamily(address) && list.check(address, ipFamily(address));
  };
  return ipBlock !== undefined && isIn(ipBlock.cidr) && !(ipBlock.except ?? []).some(isIn);
}

const shopDeployments = (manifests: Manifest[]) => shopPods(manifests).filter(({ kind }) => kind === 'Deployment');

export const network: Rule[] = [
  {
    statement: 'all traffic of pods is denied by default',
    violations: (manifests) => {
      const denyAll = ofKind(manifests, 'NetworkPolicy').find(
        ({ spec }) => Object.keys(spec?.podSelector ?? { none: 1 }).length === 0 && !spec?.ingress && !spec?.egress,
      );
      const types = denyAll?.spec?.policyTypes ?? [];
      return (['Ingress', 'Egress'] as const).filter((direction) => !types.includes(direction));
    },
    planted: {
      'only incoming traffic is denied': (manifests) =>
        void (findManifest(manifests, 'NetworkPolicy', 'deny-all').spec!.policyTypes = ['Ingress']),
      'only some pods are selected': (manifests) =>
        void (findManifest(manifests, 'NetworkPolicy', 'deny-all').spec!.podSelector = { matchLabels: { app: 'api' } }),
      'some outgoing traffic is allowed': (manifests) =>
        void (findManifest(manifests, 'NetworkPolicy', 'deny-all').spec!.egress = [{}]),
    },
  },
  {
    statement: 'only the namespace `monitoring` reaches the management port',
    violations: (manifests) => [
      ...shopDeployments(manifests)
        .filter((pod) => allowedClients(manifests, pod, 'management').join() !== 'namespace monitoring')
        .map((pod) => `${pod.name}: ${allowedClients(manifests, pod, 'management').join(', ') || 'none'}`),
      ...ofKind(manifests, 'Service')
        .filter(({ spec }) => spec?.ports?.some(({ port, targetPort }) => port === 9464 || targetPort === 'management'))
        .map(({ metadata }) => `Service ${metadata?.name}`),
    ],
    planted: {
      'all pods of the namespace reach the management port': (manifests) =>
        void findManifest(manifests, 'NetworkPolicy', 'management').spec!.ingress![0]!.from!.push({ podSelector: {} }),
      'a Service for the management port': (manifests) =>
        void findManifest(manifests, 'Service', 'api').spec!.ports!.push({ port: 9464, targetPort: 'management' }),
      'the storefront reaches all ports of the API': (manifests) =>
        void delete findManifest(manifests, 'NetworkPolicy', 'api').spec!.ingress![0]!.ports,
      'the namespace monitoring does not reach the relay': (manifests) =>
        void (findManifest(manifests, 'NetworkPolicy', 'management').spec!.podSelector!.matchExpressions![0]!.values = [
          'api',
        ]),
    },
  },
  {
    statement: 'visitors reach the storefront through the ingress controller, and the API through the storefront',
    violations: (manifests) => {
      const expectedClients = { storefront: 'namespace ingress-nginx', api: 'pod storefront' };
      return Object.entries(expectedClients).flatMap(([name, from]) => {
        const found = allowedClients(manifests, deploymentPod(manifests, name), 'http').join(', ');
        return found === from ? [] : [`${name}: ${found || 'none'}`];
      });
    },
    planted: {
      'the ingress controller reaches the API': (manifests) =>
        void findManifest(manifests, 'NetworkPolicy', 'api').spec!.ingress![0]!.from!.push({
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } },
        }),
      'no client reaches the storefront': (manifests) =>
        void delete findManifest(manifests, 'NetworkPolicy', 'storefront').spec!.ingress,
    },
  },
  {
    statement: 'the Ingress leads only to the storefront, with the host of PUBLIC_URL and TLS',
    violations: (manifests) => {
      const { PUBLIC_URL } = podEnvironment(manifests, deploymentPod(manifests, 'api'));
      return ofKind(manifests, 'Ingress').flatMap(({ spec }) => [
        ...(spec?.defaultBackend ? ['default backend'] : []),
        ...(spec?.rules ?? []).flatMap(({ host = 'any', http }) => [
          ...(`https://${host}` === PUBLIC_URL && spec?.tls?.some(({ hosts }) => hosts?.includes(host)) ? [] : [host]),
          ...(http?.paths ?? [])
            .map(({ backend }) => backend.service?.name ?? '')
            .filter((name) => name !== 'storefront'),
        ]),
      ]);
    },
    planted: {
      'a path leads to the API': (manifests) =>
        void findManifest(manifests, 'Ingress', 'shop').spec!.rules![0]!.http!.paths.push({
          path: '/api',
          pathType: 'Prefix',
          backend: { service: { name: 'api', port: { name: 'http' } } },
        }),
      'a host that differs from PUBLIC_URL': (manifests) =>
        void (findManifest(manifests, 'Ingress', 'shop').spec!.rules![0]!.host = 'shop.test'),
      'no TLS': (manifests) => void delete findManifest(manifests, 'Ingress', 'shop').spec!.tls,
    },
  },
  {
    statement: 'a Service selects the pods of one Deployment, and a port that they open',
    violations: (manifests) => [
      ...ofKind(manifests, 'Service')
        .filter(({ spec }) => spec?.type !== 'ExternalName')
        .flatMap(({ metadata, spec }) => {
          const found = pods(manifests).filter(({ labels }) => selects({ matchLabels: spec?.selector }, labels));
          const open = found.flatMap(({ containers }) => containers.flatMap(({ ports }) => ports ?? []));
          return [
            ...(found.length === 1 && found[0]?.name === metadata?.name
              ? []
              : [`${metadata?.name}: ${found.length} pods`]),
            ...(spec?.ports ?? [])
              .filter(({ targetPort }) => !open.some(({ name }) => name === targetPort))
              .map(({ targetPort }) => `${metadata?.name}: ${targetPort}`),
          ];
        }),
      ...ofKind(manifests, 'Ingress')
        .flatMap(({ spec }) => spec?.rules?.flatMap(({ http }) => http?.paths ?? []) ?? [])
        .map(({ backend }) => backend.service)
        .filter((target) => {
          const service = ofKind(manifests, 'Service').find(({ metadata }) => metadata?.name === target?.name);
          return !service?.spec?.ports?.some(({ name }) => name === target?.port?.name);
        })
        .map((target) => `the Ingress: ${target?.name}`),
    ],
    planted: {
      'labels that no pod has': (manifests) =>
        void (findManifest(manifests, 'Service', 'api').spec!.selector = { 'app.kubernetes.io/name': 'backend' }),
      'a port that no container opens': (manifests) =>
        void (findManifest(manifests, 'Service', 'storefront').spec!.ports![0]!.targetPort = 'https'),
      'labels of all pods': (manifests) =>
        void (findManifest(manifests, 'Service', 'api').spec!.selector = {
          'app.kubernetes.io/part-of': 'pattern-marketplace',
        }),
    },
  },
  {
    statement: 'a Deployment selects only its own pods',
    violations: (manifests) =>
      ofKind(manifests, 'Deployment')
        .filter(({ metadata, spec }) => {
          const found = pods(manifests).filter(({ labels }) => selects(spec?.selector, labels));
          return found.map(({ name }) => name).join() !== metadata?.name;
        })
        .map(({ metadata }) => `${metadata?.name}`),
    planted: {
      'a Deployment that selects all workers': (manifests) =>
        void (findManifest(manifests, 'Deployment', 'worker-mail').spec!.selector = {
          matchLabels: { 'app.kubernetes.io/component': 'worker' },
        }),
    },
  },
  {
    statement:
      "no pod reaches the cloud's metadata, or private networks other than those of PostgreSQL, Redis and the storage",
    overlays: ['staging', 'production'],
    violations: (manifests) => {
      const privateAddresses = [
        '10.200.0.1',
        '172.16.0.1',
        '192.168.0.1',
        '169.254.169.254',
        '100.64.0.1',
        'fd00::1',
        'fe80::1',
      ];
      return pods(manifests).flatMap((pod) =>
        privateAddresses
          .filter((address) => [443, 80, 5432].some((port) => reaches(manifests, pod, address, port)))
          .map((address) => `${pod.owner}: ${address}`),
      );
    },
    planted: {
      "the cloud's metadata": (manifests) =>
        void findManifest(manifests, 'NetworkPolicy', 'cards').spec!.egress![0]!.to![0]!.ipBlock!.except!.pop(),
      'all private networks': (manifests) =>
        void (findManifest(manifests, 'NetworkPolicy', 'database').spec!.egress![0]!.to![0]!.ipBlock!.cidr =
          '10.0.0.0/8'),
    },
  },
  {
    statement: 'every pod reaches DNS, and nginx reaches the API',
    violations: (manifests) => [
      ...pods(manifests)
        .filter(
          (pod) =>
            !podPolicies(manifests, pod, 'Egress').some(({ spec }) =>
              spec?.egress?.some(({ ports }) => ports?.some(({ port, protocol }) => port === 53 && protocol === 'UDP')),
            ),
        )
        .map(({ owner }) => owner),
      ...podPolicies(manifests, deploymentPod(manifests, 'storefront'), 'Egress')
        .flatMap(({ spec }) => spec?.egress ?? [])
        .filter(({ to }) => to?.some(({ podSelector, namespaceSelector }) => podSelector && !namespaceSelector))
        .filter(
          ({ to }) => !to?.some(({ podSelector }) => selects(podSelector, deploymentPod(manifests, 'api').labels)),
        )
        .map(() => 'storefront'),
    ],
    planted: {
      'the relay does not reach DNS': (manifests) =>
        void (findManifest(manifests, 'NetworkPolicy', 'names').spec!.podSelector = {
          matchExpressions: [{ key: 'app.kubernetes.io/name', operator: 'NotIn', values: ['relay'] }],
        }),
      'nginx reaches other pods instead of the API': (manifests) =>
        void (findManifest(manifests, 'NetworkPolicy', 'storefront').spec!.egress![0]!.to![0]!.podSelector = {
          matchLabels: { 'app.kubernetes.io/name': 'backend' },
        }),
    },
  },
];
