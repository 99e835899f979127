import type { Tolerance } from './flatness.ts';

export type Measure = 'memory' | 'heap' | 'external' | 'descriptors' | 'handles';

const MIB = 2 ** 20;

/**
 * How much the floor of a measure may rise during a soak and still count as flat. Memory as the system counts it keeps gaps
 * that the heap has long left, and gets more. Kept connections become more whenever many requests meet, up to those of the
 * load; what leaks in half an hour is more. After the warm-up these are 20 MiB of heap and 120 handles an hour.
 */
export const TOLERANCES: Record<Measure, Tolerance> = {
  memory: { share: 0.1, least: 12 * MIB },
  heap: { share: 0.1, least: 8 * MIB },
  external: { share: 0.1, least: 8 * MIB },
  descriptors: { share: 0.05, least: 50 },
  handles: { share: 0.05, least: 50 },
};
