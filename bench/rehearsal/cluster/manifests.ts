import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** A probe; times in seconds. */
export interface Probe {
  path: string;
  port: string;
  periodSeconds: number;
  timeoutSeconds: number;
  failureThreshold: number;
}

/** A pod template. Its environment contains the values of all ConfigMaps and secrets that it refers to. */
export interface PodPlan {
  name: string;
  labels: Record<string, string>;
  /** Last part of the image's name. A stage of the Dockerfile has the same name. */
  image: string;
  /** Empty when the pod runs the command of its image. */
  command: string[];
  env: Record<string, string>;
  /** Port numbers by name. */
  ports: Record<string, number>;
  startupProbe: Probe | null;
  livenessProbe: Probe | null;
  readinessProbe: Probe | null;
  preStopSeconds: number;
  graceSeconds: number;
}

export interface DeploymentPlan extends PodPlan {
  replicas: number;
}

export interface ServicePlan {
  name: string;
  selector: Record<string, string>;
  /** Name of the pods' port. */
  targetPort: string;
}

export interface Manifests {
  migration: PodPlan;
  deployments: DeploymentPlan[];
  services: ServicePlan[];
}

/** A manifest of any kind. */
// eslint-disable-next-line typescript/no-explicit-any
type Document = Record<string, any>;

/**
 * Renders an overlay and reads its Deployments and Services.
 * @param store the values of the secrets, by key
 * @throws {Error} with the name of a ConfigMap, a secret or a key that does not exist
 */
export function readManifests(root: string, overlay: string, store: Record<string, string>): Manifests {
  const text = execFileSync('kubectl', ['kustomize', join(root, 'k8s/overlays', overlay)], { encoding: 'utf8' });
  const documents = parseAllDocuments(text).map((document) => document.toJS() as Document);
  const documentsOfKind = (kind: string) => documents.filter((document) => document.kind === kind);
  const sources = environmentSources(documentsOfKind, store);
  const deployments = documentsOfKind('Deployment').map((deployment) => ({
    ...podPlan(deployment, deployment.spec.template, sources),
    replicas: initialReplicas(deployment, documentsOfKind),
  }));
  const migration = documentsOfKind('Job').find(({ metadata }) => String(metadata.name).startsWith('migrate'));
  if (!migration) throw new Error(`${overlay} has no Job whose name begins with migrate`);
  return {
    migration: podPlan(migration, migration.spec.template, sources),
    deployments,
    services: documentsOfKind('Service').map(({ metadata, spec }) => ({
      name: metadata.name,
      selector: spec.selector,
      targetPort: String(spec.ports[0].targetPort ?? spec.ports[0].port),
    })),
  };
}

type Sources = (kind: 'configMap' | 'secret', name: string) => Record<string, string> | undefined;

function environmentSources(documentsOfKind: (kind: string) => Document[], store: Record<string, string>): Sources {
  return (kind, name) => {
    if (kind === 'configMap') return documentsOfKind('ConfigMap').find(({ metadata }) => metadata.name === name)?.data;
    const secret = documentsOfKind('Secret').find(({ metadata }) => metadata.name === name);
    if (secret) return { ...secret.stringData, ...decoded(secret.data ?? {}) };
    const external = documentsOfKind('ExternalSecret').find(({ spec }) => spec.target.name === name);
    if (!external) return undefined;
    return Object.fromEntries(
      (external.spec.data as { secretKey: string }[]).map(({ secretKey: key }) => {
        if (store[key] === undefined) throw new Error(`the secret ${name} has a key without a value: ${key}`);
        return [key, store[key]];
      }),
    );
  };
}

const decoded = (data: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));

/** @returns the replicas of the Deployment, or the minimum of its autoscaler when this is higher; at least 1 */
function initialReplicas(deployment: Document, documentsOfKind: (kind: string) => Document[]): number {
  const { name } = deployment.metadata;
  const scalesThis = ({ spec }: Document) => spec.scaleTargetRef.name === name;
  const hpaMinimum = documentsOfKind('HorizontalPodAutoscaler').find(scalesThis)?.spec.minReplicas;
  const kedaMinimum = documentsOfKind('ScaledObject').find(scalesThis)?.spec.minReplicaCount;
  return Math.max(deployment.spec.replicas ?? 0, hpaMinimum ?? 0, kedaMinimum ?? 0, 1);
}

function podPlan({ metadata }: Document, template: Document, sources: Sources): PodPlan {
  const { spec } = template;
  if (spec.containers.length !== 1) throw new Error(`${metadata.name} has ${spec.containers.length} containers`);
  const [container] = spec.containers as [Document];
  return {
    name: metadata.name,
    labels: template.metadata.labels,
    image: /([^/:]+)(?::[^/]*)?$/.exec(container.image)![1]!,
    command: [...(container.command ?? []), ...(container.args ?? [])],
    env: resolveEnvironment(metadata.name, container, sources),
    ports: Object.fromEntries(
      (container.ports ?? []).map((port: Document) => [port.name, port.containerPort]),
    ) as Record<string, number>,
    startupProbe: probe(container.startupProbe),
    livenessProbe: probe(container.livenessProbe),
    readinessProbe: probe(container.readinessProbe),
    preStopSeconds: container.lifecycle?.preStop?.sleep?.seconds ?? 0,
    graceSeconds: spec.terminationGracePeriodSeconds ?? 30,
  };
}

function resolveEnvironment(pod: string, container: Document, sources: Sources): Record<string, string> {
  const env: Record<string, string> = {};
  const source = (kind: 'configMap' | 'secret', name: string): Record<string, string> => {
    const values = sources(kind, name);
    if (!values) throw new Error(`${pod}: there is no ${kind} ${name}`);
    return values;
  };
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    Object.assign(env, configMapRef ? source('configMap', configMapRef.name) : source('secret', secretRef.name));
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    if (valueFrom?.fieldRef) env[name] = pod;
    else if (valueFrom?.configMapKeyRef)
      env[name] = source('configMap', valueFrom.configMapKeyRef.name)[valueFrom.configMapKeyRef.key]!;
    else if (valueFrom?.secretKeyRef)
      env[name] = source('secret', valueFrom.secretKeyRef.name)[valueFrom.secretKeyRef.key]!;
    else env[name] = String(value ?? '');
  }
  return env;
}

/** Reads a probe. Missing fields get the defaults of Kubernetes. */
function probe(manifest: Document | undefined): Probe | null {
  if (!manifest) return null;
  if (!manifest.httpGet) throw new Error('the rehearsal supports only HTTP probes');
  const { periodSeconds = 10, timeoutSeconds = 1, failureThreshold = 3 } = manifest;
  return {
    path: manifest.httpGet.path,
    port: String(manifest.httpGet.port),
    periodSeconds,
    timeoutSeconds,
    failureThreshold,
  };
}
