import type { Tolerance } from './flatness.ts';

export type Measure = 'memory' | 'heap' | 'external' | 'descriptors' | 'handles';

const MIB = 2 ** 20;

/**
 * Allowed rise of the floor of a measure during a soak. Resident memory includes fragmentation of the heap, and the number of
 * keep-alive connections grows up to those of the load; a leak of half an hour exceeds both. After the warm-up the limits are
 * 20 MiB of heap and 120 handles per hour.
 */
export const TOLERANCES: Record<Measure, Tolerance> = {
  memory: { share: 0.1, least: 12 * MIB },
  heap: { share: 0.1, least: 8 * MIB },
  external: { share: 0.1, least: 8 * MIB },
  descriptors: { share: 0.05, least: 50 },
  handles: { share: 0.05, least: 50 },
};
