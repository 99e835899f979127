import type { Manifest } from './manifest.js';
import type { Overlay } from './render.js';

/** A rule for all manifests. */
export interface Rule {
  /** The rule as a sentence. */
  statement: string;
  /** The overlays that must follow the rule; all by default. */
  overlays?: readonly Overlay[];
  /** @returns one line per violation */
  violations(manifests: Manifest[]): string[];
  /**
   * Functions that each plant a violation in production's manifests. The key describes the violation. The rule must report
   * each violation.
   */
  planted: Record<string, (manifests: Manifest[]) => void>;
}
