import { type Manifest, named, ofKind } from './manifest.js';

interface Scale {
  /** The resources that set the number of pods. */
  by: string[];
  least: number;
  most: number;
}

/** @returns minimum and maximum number of a Deployment's pods */
export function scales(manifests: Manifest[], deployment: string): Scale {
  const autoscalers = ofKind(manifests, 'HorizontalPodAutoscaler').filter(
    ({ spec }) => spec?.scaleTargetRef.name === deployment && spec.scaleTargetRef.kind === 'Deployment',
  );
  const scaled = ofKind(manifests, 'ScaledObject').filter(({ spec }) => spec?.scaleTargetRef.name === deployment);
  const fixed = named(manifests, 'Deployment', deployment).spec?.replicas;
  return {
    by: [
      ...(fixed === undefined ? [] : [`${fixed} replicas`]),
      ...autoscalers.map(({ metadata }) => `HorizontalPodAutoscaler ${metadata?.name}`),
      ...scaled.map(({ metadata }) => `ScaledObject ${metadata?.name}`),
    ],
    least: autoscalers[0]?.spec?.minReplicas ?? scaled[0]?.spec?.minReplicaCount ?? fixed ?? 1,
    most: autoscalers[0]?.spec?.maxReplicas ?? scaled[0]?.spec?.maxReplicaCount ?? fixed ?? 1,
  };
}
