import type { Tolerance } from './flatness.ts';

export type Measure = 'memory' | 'heap' | 'external' | 'descriptors' | 'handles';

const MIB = 2 ** 20;

/**
 * Allowed rise of the minimums of each measure during a soak (see `Tolerance`). Two causes make the minimums rise without a
 * leak: the heap fragments, and the shop opens more keep-alive connections, up to the number of connections of the load. In
 * half an hour, a leak exceeds these values.
 */
export const TOLERANCES: Record<Measure, Tolerance> = {
  memory: { share: 0.1, amount: 12 * MIB },
  heap: { share: 0.1, amount: 8 * MIB },
  external: { share: 0.1, amount: 8 * MIB },
  descriptors: { share: 0.05, amount: 50 },
  handles: { share: 0.05, amount: 50 },
};
