import { isDeepStrictEqual } from 'node:util';
import { environmentOf } from '../support/environment.js';
import { named, ofKind } from '../support/manifest.js';
import { ownPods, type Pod, podOf, pods } from '../support/pods.js';
import type { Rule } from '../support/rule.js';

/** Fields of allowed volumes: those of the standard `restricted` that the shop needs. */
const VOLUMES = new Set(['name', 'emptyDir', 'configMap']);
/** Private certificate authorities of PostgreSQL; optional. */
const CA = { configMap: { name: 'database-ca', optional: true }, mountPath: '/etc/database-ca' };

const mountsOf = ({ containers }: Pod) =>
  containers.flatMap(({ name, volumeMounts = [] }) =>
    volumeMounts.map(({ mountPath, readOnly }) => ({ name, mountPath, readOnly })),
  );

const mountOfCa = ({ containers }: Pod) =>
  containers[0]?.volumeMounts?.find(({ mountPath }) => mountPath === CA.mountPath);

export const security: Rule[] = [
  {
    statement: 'every namespace enforces the pod security standard "restricted"',
    violations: (manifests) =>
      ofKind(manifests, 'Namespace')
        .filter(({ metadata }) => metadata?.labels?.['pod-security.kubernetes.io/enforce'] !== 'restricted')
        .map(({ metadata }) => `${metadata?.name}`),
    planted: {
      'a namespace with the standard "baseline"': (manifests) => {
        ofKind(manifests, 'Namespace')[0]!.metadata!.labels!['pod-security.kubernetes.io/enforce'] = 'baseline';
      },
    },
  },
  {
    statement: 'all resources are in the namespace of the manifests',
    violations: (manifests) => {
      const own = ofKind(manifests, 'Namespace').map(({ metadata }) => metadata?.name);
      return manifests
        .filter(({ kind }) => kind !== 'Namespace' && kind !== 'PriorityClass')
        .filter(({ metadata }) => own.length !== 1 || metadata?.namespace !== own[0])
        .map(({ kind, metadata }) => `${kind} ${metadata?.name} is in ${metadata?.namespace}`);
    },
    planted: {
      'a Service elsewhere': (manifests) => {
        named(manifests, 'Service', 'api').metadata!.namespace = 'default';
      },
    },
  },
  {
    statement: 'no pod may become root, gain privileges or access the node',
    violations: (manifests) =>
      pods(manifests).flatMap(({ owner, spec, containers }) => {
        const own = spec.securityContext;
        const wrong = [
          ...(own?.runAsNonRoot === true && own.runAsUser === 10_001 && own.runAsGroup === 10_001 ? [] : ['user']),
          ...(own?.seccompProfile?.type === 'RuntimeDefault' ? [] : ['seccomp']),
          ...(spec.hostNetwork || spec.hostPID || spec.hostIPC ? ['host'] : []),
          ...(spec.volumes ?? []).flatMap((volume) => Object.keys(volume).filter((field) => !VOLUMES.has(field))),
          ...containers.flatMap(({ securityContext: context }) => [
            ...(context?.allowPrivilegeEscalation === false && !context.privileged ? [] : ['privileges']),
            ...(context?.capabilities?.drop?.includes('ALL') && !context.capabilities.add ? [] : ['capabilities']),
            ...(context?.runAsUser === undefined && context?.runAsNonRoot !== false ? [] : ['user']),
          ]),
        ];
        return wrong.map((what) => `${owner}: ${what}`);
      }),
    planted: {
      root: (manifests) => void (podOf(manifests, 'api').spec.securityContext!.runAsUser = 0),
      'a container as root': (manifests) =>
        void (podOf(manifests, 'api').containers[0]!.securityContext!.runAsUser = 0),
      'no seccomp profile': (manifests) => void delete podOf(manifests, 'relay').spec.securityContext!.seccompProfile,
      "the node's network": (manifests) => void (podOf(manifests, 'api').spec.hostNetwork = true),
      "the node's files": (manifests) =>
        void podOf(manifests, 'api').spec.volumes!.push({ name: 'node', hostPath: { path: '/' } }),
      'privilege escalation': (manifests) =>
        void delete podOf(manifests, 'api').containers[0]!.securityContext!.allowPrivilegeEscalation,
      'a capability': (manifests) =>
        void (podOf(manifests, 'storefront').containers[0]!.securityContext!.capabilities!.add = ['NET_BIND_SERVICE']),
    },
  },
  {
    statement: 'a container writes only to a /tmp with a size limit, and mounts only certificates, read-only',
    violations: (manifests) =>
      pods(manifests).flatMap((pod) => [
        ...pod.containers
          .filter(({ securityContext }) => securityContext?.readOnlyRootFilesystem !== true)
          .map(({ name }) => `${pod.owner}: ${name} may write everywhere`),
        ...pod.containers
          .filter(({ volumeMounts = [] }) => !volumeMounts.some(({ mountPath }) => mountPath === '/tmp'))
          .map(({ name }) => `${pod.owner}: ${name} has no /tmp`),
        ...mountsOf(pod)
          .filter(({ mountPath, readOnly }) => mountPath !== '/tmp' && !(mountPath === CA.mountPath && readOnly))
          .map(({ name, mountPath }) => `${pod.owner}: ${name} mounts ${mountPath}`),
        ...(pod.spec.volumes ?? [])
          .filter(({ emptyDir, configMap }) =>
            configMap ? !isDeepStrictEqual(configMap, CA.configMap) : !emptyDir?.sizeLimit,
          )
          .map(({ name }) => `${pod.owner}: ${name} has no limit, or is not allowed`),
      ]),
    planted: {
      'a writable root file system': (manifests) =>
        void (podOf(manifests, 'api').containers[0]!.securityContext!.readOnlyRootFilesystem = false),
      'no /tmp': (manifests) => void delete podOf(manifests, 'worker-documents').containers[0]!.volumeMounts,
      'a /tmp without a limit': (manifests) => void (podOf(manifests, 'api').spec.volumes![0]!.emptyDir = {}),
      'settings as files': (manifests) =>
        void podOf(manifests, 'relay').spec.volumes!.push({ name: 'more', configMap: { name: 'shop-config' } }),
      'writable certificates': (manifests) => void (mountOfCa(podOf(manifests, 'api'))!.readOnly = false),
      'another writable mount': (manifests) =>
        void podOf(manifests, 'storefront').containers[0]!.volumeMounts!.push({ name: 'tmp', mountPath: '/var' }),
    },
  },
  {
    statement: 'every process of the shop trusts the optional private certificate authorities',
    violations: (manifests) =>
      ownPods(manifests)
        .filter((pod) => {
          const believed = environmentOf(manifests, pod).NODE_EXTRA_CA_CERTS;
          const volume = pod.spec.volumes?.find(({ name }) => name === mountOfCa(pod)?.name);
          return believed !== `${CA.mountPath}/ca.crt` || volume?.configMap?.optional !== true;
        })
        .map(({ owner }) => owner),
    planted: {
      'required certificates': (manifests) =>
        void (podOf(manifests, 'api').spec.volumes!.find(({ configMap }) => configMap)!.configMap!.optional = false),
      'certificates that Node does not read': (manifests) =>
        ofKind(manifests, 'ConfigMap').forEach(({ data }) => delete data?.NODE_EXTRA_CA_CERTS),
      'migrations without certificates': (manifests) =>
        void ofKind(manifests, 'Job')[0]!.spec!.template.spec!.volumes!.pop(),
    },
  },
  {
    statement: 'no pod gets a token of the cluster',
    violations: (manifests) => [
      ...pods(manifests)
        .filter(({ spec }) => spec.automountServiceAccountToken !== false)
        .map(({ owner }) => `${owner} mounts one`),
      ...pods(manifests)
        .filter(
          ({ spec }) =>
            !ofKind(manifests, 'ServiceAccount').some(
              (account) =>
                account.metadata?.name === spec.serviceAccountName && account.automountServiceAccountToken === false,
            ),
        )
        .map(({ owner, spec }) => `${owner}: the account ${spec.serviceAccountName} is missing or mounts one`),
    ],
    planted: {
      'a pod that mounts one': (manifests) => void delete podOf(manifests, 'api').spec.automountServiceAccountToken,
      'a service account that mounts one': (manifests) =>
        void delete named(manifests, 'ServiceAccount', 'worker-mail').automountServiceAccountToken,
      'the default account': (manifests) => void delete podOf(manifests, 'relay').spec.serviceAccountName,
    },
  },
  {
    statement: 'every image has a version tag',
    violations: (manifests) =>
      pods(manifests).flatMap(({ owner, containers }) =>
        containers
          .filter(({ image = '' }) => !/:[^:/]+$/.test(image) || /:(latest|unset)$/.test(image))
          .map(({ image }) => `${owner}: ${image}`),
      ),
    planted: {
      'the tag latest': (manifests) =>
        void (podOf(manifests, 'api').containers[0]!.image = 'registry.test:5000/shop:latest'),
      'no tag': (manifests) => void (podOf(manifests, 'api').containers[0]!.image = 'registry.test:5000/shop'),
      'the placeholder tag': (manifests) =>
        void (podOf(manifests, 'api').containers[0]!.image = 'pattern-marketplace/shop:unset'),
    },
  },
  {
    statement: 'the repository contains no secrets of staging and production',
    overlays: ['staging', 'production'],
    violations: (manifests) => ofKind(manifests, 'Secret').map(({ metadata }) => `Secret ${metadata?.name}`),
    planted: {
      'a Secret with data': (manifests) =>
        void manifests.push({
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: 'api-secrets' },
          data: { A: 'Yg==' },
        }),
    },
  },
];
