import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IPodTemplateSpec } from 'kubernetes-models/v1/PodTemplateSpec';
import { type Manifest, manifestName, ofKind } from './manifest.js';

export interface Pod {
  /** Kind and name of the resource that creates the pod. */
  owner: string;
  kind: 'Deployment' | 'Job' | 'CronJob';
  name: string;
  labels: Record<string, string>;
  spec: NonNullable<IPodTemplateSpec['spec']>;
  containers: IContainer[];
}

/** @returns each pod template of the manifests */
export function pods(manifests: Manifest[]): Pod[] {
  const pod = (owner: Manifest, template: IPodTemplateSpec | undefined): Pod => {
    if (!template?.spec) throw new Error(`${manifestName(owner)} has no pod template`);
    return {
      owner: manifestName(owner),
      kind: owner.kind as Pod['kind'],
      name: owner.metadata?.name ?? '',
      labels: template.metadata?.labels ?? {},
      spec: template.spec,
      containers: [...(template.spec.initContainers ?? []), ...template.spec.containers],
    };
  };
  return [
    ...ofKind(manifests, 'Deployment').map((owner) => pod(owner, owner.spec?.template)),
    ...ofKind(manifests, 'Job').map((owner) => pod(owner, owner.spec?.template)),
    ...ofKind(manifests, 'CronJob').map((owner) => pod(owner, owner.spec?.jobTemplate.spec?.template)),
  ];
}

/** @returns the pod template of a Deployment */
export function deploymentPod(manifests: Manifest[], deployment: string): Pod {
  const found = pods(manifests).find(({ kind, name }) => kind === 'Deployment' && name === deployment);
  if (!found) throw new Error(`There is no Deployment ${deployment}`);
  return found;
}

/** @returns the pods that run the shop's image; the pods of nginx run another image */
export const shopPods = (manifests: Manifest[]) =>
  pods(manifests).filter(({ containers }) => containers.some(({ name }) => name === 'shop'));
