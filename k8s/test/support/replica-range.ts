import { type Manifest, findManifest, ofKind } from './manifest.js';

interface ReplicaRange {
  /** The resources that set the number of pods. */
  setBy: string[];
  min: number;
  max: number;
}

/** @returns the minimum and maximum number of a Deployment's pods, and the resources that set these numbers */
export function replicaRange(manifests: Manifest[], deployment: string): ReplicaRange {
  const autoscalers = ofKind(manifests, 'HorizontalPodAutoscaler').filter(
    ({ spec }) => spec?.scaleTargetRef.name === deployment && spec.scaleTargetRef.kind === 'Deployment',
  );
  const scaled = ofKind(manifests, 'ScaledObject').filter(({ spec }) => spec?.scaleTargetRef.name === deployment);
  const fixed = findManifest(manifests, 'Deployment', deployment).spec?.replicas;
  return {
    setBy: [
      ...(fixed === undefined ? [] : [`${fixed} replicas`]),
      ...autoscalers.map(({ metadata }) => `HorizontalPodAutoscaler ${metadata?.name}`),
      ...scaled.map(({ metadata }) => `ScaledObject ${metadata?.name}`),
    ],
    min: autoscalers[0]?.spec?.minReplicas ?? scaled[0]?.spec?.minReplicaCount ?? fixed ?? 1,
    max: autoscalers[0]?.spec?.maxReplicas ?? scaled[0]?.spec?.maxReplicaCount ?? fixed ?? 1,
  };
}
