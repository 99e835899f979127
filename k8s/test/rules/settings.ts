import { compile } from '@fastify/proxy-addr';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, filledIn, needsOf, read, storefrontNames } from '../support/environment.js';
import { type Manifest, named, nameOf, ofKind } from '../support/manifest.js';
import { ownPods, type Pod, podOf, pods } from '../support/pods.js';
import { ROOT } from '../support/render.js';
import type { Rule } from '../support/rule.js';
import { scales } from '../support/scales.js';

/** Read by Node itself. */
const NODE = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'];
/** The number in docs/operations.md. */
const CONNECTIONS = Number(/`max_connections` (\d+)/.exec(readFileSync(join(ROOT, 'docs/operations.md'), 'utf8'))?.[1]);
/** Reserved for KEDA, exporters, backups and operators. */
const OTHERS = 40;
/** Pools of `DATABASE_CONNECTIONS`: for entities and for other statements. */
const POOLS = 2;
/** Connections for probes and metrics. */
const PROBES = 2;
/** Connections for the migrations' lock and pool. */
const MIGRATIONS = 3;
/** Processes with a connection for LISTEN. */
const LISTENS = /^(api|relay)$/;
/** Typical addresses of pods. */
const POD_ADDRESSES = ['10.1.2.3', '172.20.1.2', '192.168.7.9'];

const settingsOf = (manifests: Manifest[], pod: Pod) => read(filledIn(environmentOf(manifests, pod)), needsOf(pod));
const config = (manifests: Manifest[]) =>
  ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata?.name?.startsWith('shop-config'))!.data!;

export const settings: Rule[] = [
  {
    statement: 'the sources of all variables exist',
    violations: (manifests) =>
      pods(manifests).flatMap((pod) => {
        try {
          environmentOf(manifests, pod);
          return [];
        } catch (error) {
          return [(error as Error).message];
        }
      }),
    planted: {
      'a missing Secret': (manifests) =>
        void (named(manifests, 'ExternalSecret', 'api-secrets').spec.target.name = 'secrets'),
      'a missing key of a Secret': (manifests) =>
        void podOf(manifests, 'api').containers[0]!.env!.push({
          name: 'TOKEN_SECRET',
          valueFrom: { secretKeyRef: { name: 'api-secrets', key: 'TOKEN' } },
        }),
    },
  },
  {
    statement: 'KEDA reads the job ledger with its own role',
    violations: (manifests) => {
      const secrets = ofKind(manifests, 'ExternalSecret').map(({ spec }) => spec);
      const given = ({ name, key }: { name: string; key: string }) =>
        secrets.find(({ target }) => target.name === name)?.data.find(({ secretKey }) => secretKey === key)?.remoteRef;
      const ofShop = new Set(ownPods(manifests).flatMap((pod) => Object.keys(environmentOf(manifests, pod))));
      return ofKind(manifests, 'TriggerAuthentication')
        .flatMap(({ spec }) => spec.secretTargetRef ?? [])
        .filter((reference) => ofShop.has(given(reference)?.property ?? 'DATABASE_URL'))
        .map(({ name, key }) => `${name}: ${key}`);
    },
    planted: {
      'another key': (manifests) =>
        void (named(manifests, 'TriggerAuthentication', 'ledger').spec.secretTargetRef![0]!.key = 'POSTGRES_URL'),
      'the owner of the database': (manifests) =>
        void (named(manifests, 'TriggerAuthentication', 'ledger').spec.secretTargetRef = [
          { parameter: 'connection', name: 'api-secrets', key: 'DATABASE_URL' },
        ]),
      'the owner under another name': (manifests) =>
        void (named(manifests, 'ExternalSecret', 'ledger-reader').spec.data[0]!.remoteRef.property = 'DATABASE_URL'),
    },
  },
  {
    statement: 'the process reads every variable',
    violations: (manifests) =>
      pods(manifests).flatMap((pod) => {
        const environment = environmentOf(manifests, pod);
        const known =
          pod.containers[0]?.name === 'shop' ? new Set([...read(environment).names, ...NODE]) : storefrontNames();
        return Object.keys(environment)
          .filter((name) => !known.has(name))
          .map((name) => `${pod.owner}: ${name}`);
      }),
    planted: {
      'a misspelled name': (manifests) => void (config(manifests).PUBLIC_ULR = 'https://schnitte.shop'),
      'a variable of the API for nginx': (manifests) =>
        void podOf(manifests, 'storefront').containers[0]!.env!.push({ name: 'PUBLIC_URL', value: 'https://x.test' }),
      'an unused secret': (manifests) =>
        void named(manifests, 'ExternalSecret', 'api-secrets').spec.data.push({
          secretKey: 'JWT_PUBLIC_KEY',
          remoteRef: { key: 'pattern-marketplace', property: 'JWT_PUBLIC_KEY' },
        }),
    },
  },
  {
    statement: 'every process starts after the operator has filled in the values',
    violations: (manifests) =>
      ownPods(manifests).flatMap((pod) =>
        settingsOf(manifests, pod).problems.map((problem) => `${pod.owner}: ${problem}`),
      ),
    planted: {
      'a missing secret': (manifests) => void named(manifests, 'ExternalSecret', 'api-secrets').spec.data.splice(0, 1),
      'a wrong value': (manifests) => void (config(manifests).MANAGEMENT_PORT = 'metrics'),
    },
  },
  {
    statement: 'production has the strict settings and Redis',
    overlays: ['production'],
    violations: (manifests) =>
      ownPods(manifests)
        .filter((pod) => {
          const { config: own } = settingsOf(manifests, pod);
          const isQueued = !needsOf(pod).includes('queue') || Boolean(environmentOf(manifests, pod).REDIS_URL);
          return !own?.production || !isQueued || own.sandbox;
        })
        .map(({ owner }) => owner),
    planted: {
      'another environment': (manifests) => void (config(manifests).NODE_ENV = 'staging'),
      'no Redis': (manifests) => {
        const { spec } = named(manifests, 'ExternalSecret', 'api-secrets');
        spec.data = spec.data.filter(({ secretKey }) => secretKey !== 'REDIS_URL');
      },
    },
  },
  {
    statement: 'staging and production confine uploads and require a second factor of the staff',
    overlays: ['staging', 'production'],
    violations: (manifests) =>
      ownPods(manifests)
        .filter((pod) => {
          const { config: own } = settingsOf(manifests, pod);
          return !own?.confinementRequired || !own.secondFactorRequired;
        })
        .map(({ owner }) => owner),
    planted: {
      'uploads without confinement': (manifests) => {
        config(manifests).NODE_ENV = 'development';
        config(manifests).SECOND_FACTOR_REQUIRED = 'on';
      },
      'no second factor': (manifests) => void (config(manifests).SECOND_FACTOR_REQUIRED = 'off'),
    },
  },
  {
    statement: 'only nginx and the ingress controller are trusted proxies',
    violations: (manifests) => {
      const proxies = settingsOf(manifests, podOf(manifests, 'api')).config?.trustedProxies ?? [];
      const believed = compile(proxies);
      return [
        ...POD_ADDRESSES.filter((address) => !believed(address, 1)),
        ...['203.0.113.7'].filter((address) => believed(address, 1)),
      ];
    },
    planted: {
      'no trusted proxy': (manifests) => void delete config(manifests).TRUSTED_PROXIES,
      'all addresses trusted': (manifests) => void (config(manifests).TRUSTED_PROXIES = '0.0.0.0/1,128.0.0.0/1'),
    },
  },
  {
    statement: 'PostgreSQL has connections for all pods during a roll-out at full scale',
    violations: (manifests) => {
      const asked = ownPods(manifests)
        .map((pod) => {
          const pools = POOLS * (settingsOf(manifests, pod).config?.databaseConnections ?? 0);
          const each = pools + PROBES + (LISTENS.test(pod.name) ? 1 : 0);
          if (pod.kind === 'Job') return MIGRATIONS;
          return pod.kind === 'Deployment' ? (scales(manifests, pod.name).most + 1) * each : each;
        })
        .reduce((sum, connections) => sum + connections, 0);
      return asked + OTHERS <= CONNECTIONS ? [] : [`${asked} connections of ${CONNECTIONS}, and ${OTHERS} of others`];
    },
    planted: {
      'the default pool size for all': (manifests) =>
        ownPods(manifests).forEach(({ containers: [container] }) => {
          container!.env = container!.env!.filter(({ name }) => name !== 'DATABASE_CONNECTIONS');
        }),
      'two more API pods': (manifests) =>
        void (named(manifests, 'HorizontalPodAutoscaler', 'api').spec!.maxReplicas = 12),
      'thirty API pods': (manifests) =>
        void (named(manifests, 'HorizontalPodAutoscaler', 'api').spec!.maxReplicas = 30),
    },
  },
  {
    statement: 'every named port is open, and its process listens on it',
    violations: (manifests) => [
      ...ownPods(manifests).flatMap((pod) => {
        const ports = Object.fromEntries(
          (pod.containers[0]?.ports ?? []).map(({ name, containerPort }) => [name, containerPort]),
        );
        const { config: own } = settingsOf(manifests, pod);
        if (pod.kind !== 'Deployment') return Object.keys(ports).map((name) => `${pod.owner} opens ${name}`);
        return [
          ...(ports.management === own?.managementPort ? [] : [`${pod.owner}: management`]),
          ...(ports.http === undefined || ports.http === own?.port ? [] : [`${pod.owner}: http`]),
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
      'another port': (manifests) => void (config(manifests).MANAGEMENT_PORT = '9465'),
      'a probe on an unknown port': (manifests) =>
        void (podOf(manifests, 'storefront').containers[0]!.livenessProbe!.httpGet!.port = 'web'),
    },
  },
  {
    statement: 'names are unique',
    violations: (manifests) => {
      const names = manifests.map(nameOf);
      return names.filter((name, index) => names.indexOf(name) !== index);
    },
    planted: {
      'a second Service with the same name': (manifests) => void manifests.push(named(manifests, 'Service', 'api')),
    },
  },
];
