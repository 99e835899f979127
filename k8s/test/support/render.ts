import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { type Manifest, ofKind } from './manifest.js';

export const ROOT = resolve(__dirname, '../../..');
export const OVERLAYS = ['dev', 'staging', 'production'] as const;
export type Overlay = (typeof OVERLAYS)[number];

/** @returns the manifests that `kubectl apply -k` applies */
export function render(overlay: Overlay): Manifest[] {
  const yaml = execFileSync('kubectl', ['kustomize', join(ROOT, 'k8s/overlays', overlay)], { encoding: 'utf8' });
  const manifests = parseAllDocuments(yaml).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Manifest;
  });
  // kustomize breaks long base64 values into lines, which the published schemas of Kubernetes reject.
  for (const { data = {} } of ofKind(manifests, 'Secret')) {
    for (const [key, value] of Object.entries(data)) data[key] = value.replaceAll('\n', '');
  }
  return manifests;
}
