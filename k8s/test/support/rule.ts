import type { Manifest } from './manifest.js';
import type { Overlay } from './render.js';

/** A rule for all manifests. */
export interface Rule {
  /** The rule as a sentence. */
  statement: string;
  /** The overlays that must follow it; default all. */
  overlays?: readonly Overlay[];
  /** @returns one line per violation */
  violations(manifests: Manifest[]): string[];
  /** Violations, each planted in production's manifests: the rule must find it. */
  planted: Record<string, (manifests: Manifest[]) => void>;
}
