import type { DemoLicence } from '../demo-shop-types.ts';

const series = (pieces: number): DemoLicence => ({ kind: 'small-series', pieces });
const commercial: DemoLicence = { kind: 'commercial', pieces: null };

/** Patterns for things that are often sold at markets. Every other pattern is for private use. */
const licences: Record<string, DemoLicence> = {
  matilda: series(30),
  henk: series(50),
  ylvi: commercial,
  pelle: series(100),
  liv: commercial,
  smilla: series(50),
  hedda: series(20),
  jette: series(50),
  wim: commercial,
  oda: commercial,
  tomte: series(100),
};

/** @param key the key of the pattern */
export const licenceOf = (key: string): DemoLicence => licences[key] ?? { kind: 'private', pieces: null };
