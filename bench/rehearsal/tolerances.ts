import type { Tolerance } from './flatness.ts';

export type Measure = 'memory' | 'heap' | 'external' | 'descriptors' | 'handles';

const MIB = 2 ** 20;

/**
 * Allowed rise of the floor of each measure during a soak. A rise without a leak has two causes: the heap fragments, which
 * resident memory includes, and the shop opens keep-alive connections, up to the number of the load. A leak that lasts half
 * an hour exceeds both.
 */
export const TOLERANCES: Record<Measure, Tolerance> = {
  memory: { share: 0.1, least: 12 * MIB },
  heap: { share: 0.1, least: 8 * MIB },
  external: { share: 0.1, least: 8 * MIB },
  descriptors: { share: 0.05, least: 50 },
  handles: { share: 0.05, least: 50 },
};
