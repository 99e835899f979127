import { isDeepStrictEqual } from 'node:util';
import { podEnvironment } from '../support/environment.js';
import { findManifest, ofKind } from '../support/manifest.js';
import { shopPods, type Pod, deploymentPod, pods } from '../support/pods.js';
import type { Rule } from '../support/rule.js';

/**
 * The allowed fields of a volume. The pod security standard `restricted` allows further kinds of volumes, which the shop
 * does not need.
 */
const VOLUMES = new Set(['name', 'emptyDir', 'configMap']);
/** The optional volume with private certificate authorities of PostgreSQL and Redis. */
const CA = { configMap: { name: 'database-ca', optional: true }, mountPath: '/etc/database-ca' };

const allMounts = ({ containers }: Pod) =>
  containers.flatMap(({ name, volumeMounts = [] }) =>
    volumeMounts.map(({ mountPath, readOnly }) => ({ name, mountPath, readOnly })),
  );

const caMount = ({ containers }: Pod) =>
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
    statement: 'the manifests declare exactly one namespace, and all resources are in it',
    violations: (manifests) => {
      const names = ofKind(manifests, 'Namespace').map(({ metadata }) => metadata?.name);
      return manifests
        .filter(({ kind }) => kind !== 'Namespace' && kind !== 'PriorityClass')
        .filter(({ metadata }) => names.length !== 1 || metadata?.namespace !== names[0])
        .map(({ kind, metadata }) => `${kind} ${metadata?.name} is in ${metadata?.namespace}`);
    },
    planted: {
      'a Service in another namespace': (manifests) => {
        findManifest(manifests, 'Service', 'api').metadata!.namespace = 'default';
      },
    },
  },
  {
    statement: 'no pod can become root, gain privileges or access the node',
    violations: (manifests) =>
      pods(manifests).flatMap(({ owner, spec, containers }) => {
        const podContext = spec.securityContext;
        const wrong = [
          ...(podContext?.runAsNonRoot === true && podContext.runAsUser === 10_001 && podContext.runAsGroup === 10_001
            ? []
            : ['user']),
          ...(podContext?.seccompProfile?.type === 'RuntimeDefault' ? [] : ['seccomp']),
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
      'a pod as root': (manifests) => void (deploymentPod(manifests, 'api').spec.securityContext!.runAsUser = 0),
      'a container as root': (manifests) =>
        void (deploymentPod(manifests, 'api').containers[0]!.securityContext!.runAsUser = 0),
      'no seccomp profile': (manifests) =>
        void delete deploymentPod(manifests, 'relay').spec.securityContext!.seccompProfile,
      "the node's network": (manifests) => void (deploymentPod(manifests, 'api').spec.hostNetwork = true),
      "the node's files": (manifests) =>
        void deploymentPod(manifests, 'api').spec.volumes!.push({ name: 'node', hostPath: { path: '/' } }),
      'privilege escalation': (manifests) =>
        void delete deploymentPod(manifests, 'api').containers[0]!.securityContext!.allowPrivilegeEscalation,
      'a capability': (manifests) =>
        void (deploymentPod(manifests, 'storefront').containers[0]!.securityContext!.capabilities!.add = [
          'NET_BIND_SERVICE',
        ]),
    },
  },
  {
    statement:
      'a container writes only to /tmp, which has a size limit; the only other mount is read-only and has the certificates',
    violations: (manifests) =>
      pods(manifests).flatMap((pod) => [
        ...pod.containers
          .filter(({ securityContext }) => securityContext?.readOnlyRootFilesystem !== true)
          .map(({ name }) => `${pod.owner}: ${name} can write everywhere`),
        ...pod.containers
          .filter(({ volumeMounts = [] }) => !volumeMounts.some(({ mountPath }) => mountPath === '/tmp'))
          .map(({ name }) => `${pod.owner}: ${name} has no /tmp`),
        ...allMounts(pod)
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
        void (deploymentPod(manifests, 'api').containers[0]!.securityContext!.readOnlyRootFilesystem = false),
      'no /tmp': (manifests) => void delete deploymentPod(manifests, 'worker-documents').containers[0]!.volumeMounts,
      'a /tmp without a limit': (manifests) => void (deploymentPod(manifests, 'api').spec.volumes![0]!.emptyDir = {}),
      'a mounted ConfigMap with settings': (manifests) =>
        void deploymentPod(manifests, 'relay').spec.volumes!.push({ name: 'more', configMap: { name: 'shop-config' } }),
      'writable certificates': (manifests) => void (caMount(deploymentPod(manifests, 'api'))!.readOnly = false),
      'a writable mount besides /tmp': (manifests) =>
        void deploymentPod(manifests, 'storefront').containers[0]!.volumeMounts!.push({
          name: 'tmp',
          mountPath: '/var',
        }),
    },
  },
  {
    statement: 'every process of the shop trusts the optional private certificate authorities',
    violations: (manifests) =>
      shopPods(manifests)
        .filter((pod) => {
          const trusted = podEnvironment(manifests, pod).NODE_EXTRA_CA_CERTS;
          const volume = pod.spec.volumes?.find(({ name }) => name === caMount(pod)?.name);
          return trusted !== `${CA.mountPath}/ca.crt` || volume?.configMap?.optional !== true;
        })
        .map(({ owner }) => owner),
    planted: {
      'a pod that does not start without the certificates': (manifests) =>
        void (deploymentPod(manifests, 'api').spec.volumes!.find(({ configMap }) => configMap)!.configMap!.optional =
          false),
      'certificates that Node does not read': (manifests) =>
        ofKind(manifests, 'ConfigMap').forEach(({ data }) => delete data?.NODE_EXTRA_CA_CERTS),
      'migrations without certificates': (manifests) =>
        void ofKind(manifests, 'Job')[0]!.spec!.template.spec!.volumes!.pop(),
    },
  },
  {
    statement: 'no pod gets a token for the API of the cluster',
    violations: (manifests) => [
      ...pods(manifests)
        .filter(({ spec }) => spec.automountServiceAccountToken !== false)
        .map(({ owner }) => `${owner} mounts a token`),
      ...pods(manifests)
        .filter(
          ({ spec }) =>
            !ofKind(manifests, 'ServiceAccount').some(
              (account) =>
                account.metadata?.name === spec.serviceAccountName && account.automountServiceAccountToken === false,
            ),
        )
        .map(({ owner, spec }) => `${owner}: the account ${spec.serviceAccountName} is missing or mounts a token`),
    ],
    planted: {
      'a pod that mounts a token': (manifests) =>
        void delete deploymentPod(manifests, 'api').spec.automountServiceAccountToken,
      'a service account that mounts a token': (manifests) =>
        void delete findManifest(manifests, 'ServiceAccount', 'worker-mail').automountServiceAccountToken,
      'the default account': (manifests) => void delete deploymentPod(manifests, 'relay').spec.serviceAccountName,
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
        void (deploymentPod(manifests, 'api').containers[0]!.image = 'registry.test:5000/shop:latest'),
      'no tag': (manifests) => void (deploymentPod(manifests, 'api').containers[0]!.image = 'registry.test:5000/shop'),
      'the placeholder tag': (manifests) =>
        void (deploymentPod(manifests, 'api').containers[0]!.image = 'pattern-marketplace/shop:unset'),
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
