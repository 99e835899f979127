import { flatnessOf, type Reading } from '../../bench/rehearsal/flatness.ts';
import { soakProblems } from '../../bench/rehearsal/soak-problems.ts';
import { TOLERANCES } from '../../bench/rehearsal/tolerances.ts';

const MIB = 2 ** 20;
const SEEDS = Array.from({ length: 200 }, (_, number) => number + 1);
const EVERY_S = 10;
const SOAK_S = 25 * 60;

/** A repeatable sequence of numbers from 0 to 1 (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function readings(valueAt: (second: number) => number): Reading[] {
  return Array.from({ length: SOAK_S / EVERY_S }, (_, number) => ({
    at: number * EVERY_S,
    value: valueAt(number * EVERY_S),
  }));
}

/** 60 MiB in use and up to 30 MiB of garbage, collected about once a minute. */
function sawTooth(seed: number, grown: (second: number) => number): Reading[] {
  const random = chance(seed);
  let [garbage, full] = [random() * 30, 20 + random() * 10];
  return readings((second) => {
    garbage += 3 + random() * 4;
    if (garbage > full) [garbage, full] = [random() * 3, 20 + random() * 10];
    return (60 + garbage) * MIB + grown(second);
  });
}

/** 80 to 130 open connections. */
function connections(seed: number, grown: (second: number) => number): Reading[] {
  const random = chance(seed);
  return readings((second) => Math.floor(80 + random() * 50 + grown(second)));
}

const flatHeap = (row: Reading[]) => flatnessOf(row, TOLERANCES.heap).verdict === 'flat';
const flatDescriptors = (row: Reading[]) => flatnessOf(row, TOLERANCES.descriptors).verdict === 'flat';

describe('a soak of half an hour', () => {
  it('accepts a heap whose garbage is collected', () => {
    expect(SEEDS.filter((seed) => !flatHeap(sawTooth(seed, () => 0)))).toEqual([]);
    expect(SEEDS.filter((seed) => !flatDescriptors(connections(seed, () => 0)))).toEqual([]);
  });

  it('finds a leak of 40 MiB an hour under twice as much garbage', () => {
    const leak = (second: number) => (second * 40 * MIB) / 3600;
    expect(SEEDS.filter((seed) => flatHeap(sawTooth(seed, leak)))).toEqual([]);
    const { perHour } = flatnessOf(sawTooth(1, leak), TOLERANCES.heap);
    expect(perHour / MIB).toBeGreaterThan(32);
    expect(perHour / MIB).toBeLessThan(48);
  });

  it('finds a descriptor leaked every second or every 15 seconds', () => {
    for (const every of [1, 15]) {
      expect(SEEDS.filter((seed) => flatDescriptors(connections(seed, (second) => second / every)))).toEqual([]);
    }
  });

  it('finds a single leak near the end', () => {
    const late = (second: number) => (second > 0.7 * SOAK_S ? 20 * MIB : 0);
    expect(SEEDS.filter((seed) => flatHeap(sawTooth(seed, late)))).toEqual([]);
  });

  it('accepts a cache that fills up, and a single outlier', () => {
    const filling = (second: number) => 20 * MIB * (1 - Math.exp(-second / 120));
    expect(SEEDS.filter((seed) => !flatHeap(sawTooth(seed, filling)))).toEqual([]);
    const once = (second: number) => (second === 1400 ? 500 * MIB : 0);
    expect(SEEDS.filter((seed) => !flatHeap(sawTooth(seed, once)))).toEqual([]);
  });

  it('names the process that grew, by how much, and a missing process', () => {
    const leak = (second: number) => (second * 40 * MIB) / 3600;
    const rows = [
      {
        name: 'api-1',
        judged: true,
        processor: [],
        readings: { heap: sawTooth(1, leak), handles: connections(1, () => 0) },
      },
      { name: 'api-2', judged: true, processor: [], readings: { heap: sawTooth(2, () => 0) } },
      { name: 'fake', judged: false, processor: [], readings: { heap: sawTooth(1, leak) } },
    ];
    const missed = new Map([['relay-1: has ended', { times: 3, first: 90 }]]);
    const [grown, ...others] = soakProblems({ rows, missed }, 0);
    expect(grown).toMatch(/^api-1: heap is not flat: floor 6\d\.\d, 6\d\.\d, 7\d\.\d MiB; [34]\d\.\d MiB per hour$/);
    expect(others).toEqual(['relay-1: has ended (3 times, first after 1.5 min)']);
  });

  it('rejects too few readings', () => {
    expect(() => flatnessOf(sawTooth(1, () => 0).slice(0, 2), TOLERANCES.heap)).toThrow('2 readings are too few');
    const short = sawTooth(1, (second) => second * MIB).slice(0, 55);
    expect(flatnessOf(short, TOLERANCES.heap).verdict).toBe('too short');
  });
});
