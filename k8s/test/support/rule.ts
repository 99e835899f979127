import type { Manifest } from './manifest.js';
import type { Overlay } from './render.js';

/** Something that must be true of everything that is sent to a cluster. */
export interface Rule {
  /** What is promised, as a sentence. */
  says: string;
  /** Where it is promised; everywhere unless said. */
  overlays?: readonly Overlay[];
  /** One line for each place where it is not so. */
  broken(manifests: Manifest[]): string[];
  /** Ways of breaking it, each done to production's manifests: a rule that lets one pass does not bite. */
  planted: Record<string, (manifests: Manifest[]) => void>;
}
