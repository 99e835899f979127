import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IPodTemplateSpec } from 'kubernetes-models/v1/PodTemplateSpec';
import { type Manifest, nameOf, ofKind } from './manifest.js';

export interface Pod {
  /** Kind and name of the resource that creates it. */
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
    if (!template?.spec) throw new Error(`${nameOf(owner)} has no pod template`);
    return {
      owner: nameOf(owner),
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
export function podOf(manifests: Manifest[], deployment: string): Pod {
  const found = pods(manifests).find(({ kind, name }) => kind === 'Deployment' && name === deployment);
  if (!found) throw new Error(`There is no Deployment ${deployment}`);
  return found;
}

/** @returns the pods that run the shop's code, not nginx */
export const ownPods = (manifests: Manifest[]) =>
  pods(manifests).filter(({ containers }) => containers.some(({ name }) => name === 'shop'));
