import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import type { ITriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1/TriggerAuthentication';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import type { ICronJob } from 'kubernetes-models/batch/v1/CronJob';
import type { IJob } from 'kubernetes-models/batch/v1/Job';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IPriorityClass } from 'kubernetes-models/scheduling.k8s.io/v1/PriorityClass';
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { INamespace } from 'kubernetes-models/v1/Namespace';
import type { ISecret } from 'kubernetes-models/v1/Secret';
import type { IService } from 'kubernetes-models/v1/Service';
import type { IServiceAccount } from 'kubernetes-models/v1/ServiceAccount';

/**
 * The resource of the External Secrets Operator. It publishes no TypeScript types, so this type follows its documentation.
 */
export interface ExternalSecret {
  apiVersion: 'external-secrets.io/v1';
  kind: 'ExternalSecret';
  metadata?: {
    name?: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  spec: {
    refreshInterval: string;
    secretStoreRef: { kind: 'SecretStore' | 'ClusterSecretStore'; name: string };
    target: { name: string; creationPolicy: 'Owner' };
    data: { secretKey: string; remoteRef: { key: string; property: string } }[];
  };
}

/** The kinds of resources that the rules read. */
interface Kinds {
  ConfigMap: IConfigMap;
  CronJob: ICronJob;
  Deployment: IDeployment;
  ExternalSecret: ExternalSecret;
  HorizontalPodAutoscaler: IHorizontalPodAutoscaler;
  Ingress: IIngress;
  Job: IJob;
  Namespace: INamespace;
  NetworkPolicy: INetworkPolicy;
  PodDisruptionBudget: IPodDisruptionBudget;
  PriorityClass: IPriorityClass;
  ScaledObject: IScaledObject;
  Secret: ISecret;
  Service: IService;
  ServiceAccount: IServiceAccount;
  TriggerAuthentication: ITriggerAuthentication;
}

export type Kind = keyof Kinds;
export type ManifestOfKind<K extends Kind> = Kinds[K];
export type Manifest = Kinds[Kind];

export const ofKind = <K extends Kind>(manifests: Manifest[], kind: K) =>
  manifests.filter((manifest): manifest is ManifestOfKind<K> => manifest.kind === kind);

/** @throws {Error} when there is no such manifest */
export function findManifest<K extends Kind>(manifests: Manifest[], kind: K, name: string): ManifestOfKind<K> {
  const found = ofKind(manifests, kind).find((manifest) => manifest.metadata?.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}`);
  return found;
}

export const manifestName = (manifest: Manifest) => `${manifest.kind} ${manifest.metadata?.name}`;
