import { compile } from '@fastify/proxy-addr';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { podEnvironment, withOperatorValues, podNeeds, readConfig, nginxVariables } from '../support/environment.js';
import { type Manifest, findManifest, manifestName, ofKind } from '../support/manifest.js';
import { shopPods, type Pod, deploymentPod, pods } from '../support/pods.js';
import { ROOT } from '../support/render.js';
import type { Rule } from '../support/rule.js';
import { replicaRange } from '../support/replica-range.js';

/** Variables that Node itself reads. */
const NODE_VARIABLES = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'];
/** The value of `max_connections` in docs/operations.md. */
const MAX_CONNECTIONS = Number(
  /`max_connections` (\d+)/.exec(readFileSync(join(ROOT, 'docs/operations.md'), 'utf8'))?.[1],
);
/** Connections for KEDA, exporters, backups and operators. */
const OTHER_CONNECTIONS = 40;
/** Number of PostgreSQL pools of a process: `orm` and `sql`, each with at most DATABASE_CONNECTIONS connections. */
const POOLS = 2;
/** Connections for probes and metrics. */
const PROBE_CONNECTIONS = 2;
/** Connections for the migrations' lock and pool. */
const MIGRATION_CONNECTIONS = 3;
/** Deployments with an additional connection for LISTEN. */
const LISTENING = /^(api|relay)$/;
/** Typical addresses of pods. */
const POD_ADDRESSES = ['10.1.2.3', '172.20.1.2', '192.168.7.9'];

const podSettings = (manifests: Manifest[], pod: Pod) =>
  readConfig(withOperatorValues(podEnvironment(manifests, pod)), podNeeds(pod));
const shopConfig = (manifests: Manifest[]) =>
  ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata?.name?.startsWith('shop-config'))!.data!;

export const settings: Rule[] = [
  {
    statement:
      'the Secrets and ConfigMaps from which containers get variables exist, and have the keys that the containers read',
    violations: (manifests) =>
      pods(manifests).flatMap((pod) => {
        try {
          podEnvironment(manifests, pod);
          return [];
        } catch (error) {
          return [(error as Error).message];
        }
      }),
    planted: {
      'a missing Secret': (manifests) =>
        void (findManifest(manifests, 'ExternalSecret', 'api-secrets').spec.target.name = 'secrets'),
      'a missing key of a Secret': (manifests) =>
        void deploymentPod(manifests, 'api').containers[0]!.env!.push({
          name: 'TOKEN_SECRET',
          valueFrom: { secretKeyRef: { name: 'api-secrets', key: 'TOKEN' } },
        }),
    },
  },
  {
    statement: 'KEDA reads the job ledger with a role that no program uses',
    violations: (manifests) => {
      const secrets = ofKind(manifests, 'ExternalSecret').map(({ spec }) => spec);
      const remoteRef = ({ name, key }: { name: string; key: string }) =>
        secrets.find(({ target }) => target.name === name)?.data.find(({ secretKey }) => secretKey === key)?.remoteRef;
      const shopVariables = new Set(shopPods(manifests).flatMap((pod) => Object.keys(podEnvironment(manifests, pod))));
      return ofKind(manifests, 'TriggerAuthentication')
        .flatMap(({ spec }) => spec.secretTargetRef ?? [])
        .filter((reference) => shopVariables.has(remoteRef(reference)?.property ?? 'DATABASE_URL'))
        .map(({ name, key }) => `${name}: ${key}`);
    },
    planted: {
      'a key that the Secret does not have': (manifests) =>
        void (findManifest(manifests, 'TriggerAuthentication', 'ledger').spec.secretTargetRef![0]!.key =
          'POSTGRES_URL'),
      'the database role of the API': (manifests) =>
        void (findManifest(manifests, 'TriggerAuthentication', 'ledger').spec.secretTargetRef = [
          { parameter: 'connection', name: 'api-secrets', key: 'DATABASE_URL' },
        ]),
      'the database role of the API under another name': (manifests) =>
        void (findManifest(manifests, 'ExternalSecret', 'ledger-reader').spec.data[0]!.remoteRef.property =
          'DATABASE_URL'),
    },
  },
  {
    statement: 'every variable of a container is read by its program',
    violations: (manifests) =>
      pods(manifests).flatMap((pod) => {
        const environment = podEnvironment(manifests, pod);
        const known =
          pod.containers[0]?.name === 'shop'
            ? new Set([...readConfig(environment).names, ...NODE_VARIABLES])
            : nginxVariables();
        return Object.keys(environment)
          .filter((name) => !known.has(name))
          .map((name) => `${pod.owner}: ${name}`);
      }),
    planted: {
      'a variable with a misspelled name': (manifests) =>
        void (shopConfig(manifests).PUBLIC_ULR = 'https://schnitte.shop'),
      'a variable of the API for nginx': (manifests) =>
        void deploymentPod(manifests, 'storefront').containers[0]!.env!.push({
          name: 'PUBLIC_URL',
          value: 'https://x.test',
        }),
      'an unused secret': (manifests) =>
        void findManifest(manifests, 'ExternalSecret', 'api-secrets').spec.data.push({
          secretKey: 'JWT_PUBLIC_KEY',
          remoteRef: { key: 'pattern-marketplace', property: 'JWT_PUBLIC_KEY' },
        }),
    },
  },
  {
    statement: 'every process accepts its settings after the operator has filled in the values',
    violations: (manifests) =>
      shopPods(manifests).flatMap((pod) =>
        podSettings(manifests, pod).problems.map((problem) => `${pod.owner}: ${problem}`),
      ),
    planted: {
      'a missing secret': (manifests) =>
        void findManifest(manifests, 'ExternalSecret', 'api-secrets').spec.data.splice(0, 1),
      'a wrong value': (manifests) => void (shopConfig(manifests).MANAGEMENT_PORT = 'metrics'),
    },
  },
  {
    statement: 'production has the strict settings and Redis',
    overlays: ['production'],
    violations: (manifests) =>
      shopPods(manifests)
        .filter((pod) => {
          const { config } = podSettings(manifests, pod);
          const hasQueue = !podNeeds(pod).includes('queue') || Boolean(podEnvironment(manifests, pod).REDIS_URL);
          return !config?.production || !hasQueue || config.sandbox;
        })
        .map(({ owner }) => owner),
    planted: {
      'an environment other than production': (manifests) => void (shopConfig(manifests).NODE_ENV = 'staging'),
      'no Redis': (manifests) => {
        const { spec } = findManifest(manifests, 'ExternalSecret', 'api-secrets');
        spec.data = spec.data.filter(({ secretKey }) => secretKey !== 'REDIS_URL');
      },
    },
  },
  {
    statement: 'the decoding of uploads is confined, and moderators and administrators need a second factor',
    overlays: ['staging', 'production'],
    violations: (manifests) =>
      shopPods(manifests)
        .filter((pod) => {
          const { config } = podSettings(manifests, pod);
          return !config?.confinementRequired || !config.secondFactorRequired;
        })
        .map(({ owner }) => owner),
    planted: {
      'uploads without confinement': (manifests) => {
        shopConfig(manifests).NODE_ENV = 'development';
        shopConfig(manifests).SECOND_FACTOR_REQUIRED = 'on';
      },
      'no second factor': (manifests) => void (shopConfig(manifests).SECOND_FACTOR_REQUIRED = 'off'),
    },
  },
  {
    statement: 'only addresses of pods, such as those of nginx and the ingress controller, are trusted proxies',
    violations: (manifests) => {
      const proxies = podSettings(manifests, deploymentPod(manifests, 'api')).config?.trustedProxies ?? [];
      const isTrusted = compile(proxies);
      return [
        ...POD_ADDRESSES.filter((address) => !isTrusted(address, 1)),
        ...['203.0.113.7'].filter((address) => isTrusted(address, 1)),
      ];
    },
    planted: {
      'no trusted proxy': (manifests) => void delete shopConfig(manifests).TRUSTED_PROXIES,
      'all addresses trusted': (manifests) => void (shopConfig(manifests).TRUSTED_PROXIES = '0.0.0.0/1,128.0.0.0/1'),
    },
  },
  {
    statement: 'PostgreSQL has connections for all pods during a roll-out at full scale',
    violations: (manifests) => {
      const shopConnections = shopPods(manifests)
        .map((pod) => {
          const pools = POOLS * (podSettings(manifests, pod).config?.databaseConnections ?? 0);
          const each = pools + PROBE_CONNECTIONS + (LISTENING.test(pod.name) ? 1 : 0);
          if (pod.kind === 'Job') return MIGRATION_CONNECTIONS;
          return pod.kind === 'Deployment' ? (replicaRange(manifests, pod.name).max + 1) * each : each;
        })
        .reduce((sum, connections) => sum + connections, 0);
      return shopConnections + OTHER_CONNECTIONS <= MAX_CONNECTIONS
        ? []
        : [`${shopConnections} + ${OTHER_CONNECTIONS} connections, but max_connections is ${MAX_CONNECTIONS}`];
    },
    planted: {
      'the default pool size for all': (manifests) =>
        shopPods(manifests).forEach(({ containers: [container] }) => {
          container!.env = container!.env!.filter(({ name }) => name !== 'DATABASE_CONNECTIONS');
        }),
      'two more API pods': (manifests) =>
        void (findManifest(manifests, 'HorizontalPodAutoscaler', 'api').spec!.maxReplicas = 12),
      'thirty API pods': (manifests) =>
        void (findManifest(manifests, 'HorizontalPodAutoscaler', 'api').spec!.maxReplicas = 30),
    },
  },
  {
    statement: 'a process listens on every port that its container declares, and probes use only declared ports',
    violations: (manifests) => [
      ...shopPods(manifests).flatMap((pod) => {
        const ports = Object.fromEntries(
          (pod.containers[0]?.ports ?? []).map(({ name, containerPort }) => [name, containerPort]),
        );
        const { config } = podSettings(manifests, pod);
        if (pod.kind !== 'Deployment') return Object.keys(ports).map((name) => `${pod.owner} opens ${name}`);
        return [
          ...(ports.management === config?.managementPort ? [] : [`${pod.owner}: management`]),
          ...(ports.http === undefined || ports.http === config?.port ? [] : [`${pod.owner}: http`]),
        ];
      }),
      ...pods(manifests).flatMap(({ owner, containers }) =>
        containers.flatMap(({ ports = [], livenessProbe, readinessProbe, startupProbe }) =>
          [livenessProbe, readinessProbe, startupProbe]
            .map((probe) => probe?.httpGet?.port)
            .filter((port) => port !== undefined && !ports.some(({ name }) => name === port))
            .map((port) => `${owner}: probe on ${port}`),
        ),
      ),
    ],
    planted: {
      'a management port that no container declares': (manifests) =>
        void (shopConfig(manifests).MANAGEMENT_PORT = '9465'),
      'a probe on an unknown port': (manifests) =>
        void (deploymentPod(manifests, 'storefront').containers[0]!.livenessProbe!.httpGet!.port = 'web'),
    },
  },
  {
    statement: 'no two resources of a kind have the same name',
    violations: (manifests) => {
      const names = manifests.map(manifestName);
      return names.filter((name, index) => names.indexOf(name) !== index);
    },
    planted: {
      'a second Service with the same name': (manifests) =>
        void manifests.push(findManifest(manifests, 'Service', 'api')),
    },
  },
];
