import { flatnessOf, type Reading } from '../../bench/rehearsal/flatness.ts';
import { soakProblems } from '../../bench/rehearsal/soak-problems.ts';
import { TOLERANCES } from '../../bench/rehearsal/tolerances.ts';

const MIB = 2 ** 20;
const SEEDS = Array.from({ length: 200 }, (_, number) => number + 1);
const INTERVAL_S = 10;
/** Length of the judged part of a soak of half an hour, in seconds: the warm-up does not count. */
const SOAK_S = 25 * 60;

/** @returns a repeatable generator of numbers from 0 to 1 (mulberry32) */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function createReadings(valueAt: (second: number) => number): Reading[] {
  return Array.from({ length: SOAK_S / INTERVAL_S }, (_, number) => ({
    at: number * INTERVAL_S,
    value: valueAt(number * INTERVAL_S),
  }));
}

/** @returns readings of a heap with 60 MiB in use and up to 30 MiB of garbage, which is collected about once a minute */
function heapReadings(seed: number, growth: (second: number) => number): Reading[] {
  const random = randomNumbers(seed);
  let [garbage, full] = [random() * 30, 20 + random() * 10];
  return createReadings((second) => {
    garbage += 3 + random() * 4;
    if (garbage > full) [garbage, full] = [random() * 3, 20 + random() * 10];
    return (60 + garbage) * MIB + growth(second);
  });
}

/** @returns readings of 80 to 130 open descriptors */
function descriptorReadings(seed: number, growth: (second: number) => number): Reading[] {
  const random = randomNumbers(seed);
  return createReadings((second) => Math.floor(80 + random() * 50 + growth(second)));
}

const isFlatHeap = (readings: Reading[]) => flatnessOf(readings, TOLERANCES.heap).verdict === 'flat';
const isFlatDescriptors = (readings: Reading[]) => flatnessOf(readings, TOLERANCES.descriptors).verdict === 'flat';

describe('the evaluation of a soak of half an hour', () => {
  it('accepts a heap whose garbage is collected, and a varying number of descriptors', () => {
    expect(SEEDS.filter((seed) => !isFlatHeap(heapReadings(seed, () => 0)))).toEqual([]);
    expect(SEEDS.filter((seed) => !isFlatDescriptors(descriptorReadings(seed, () => 0)))).toEqual([]);
  });

  it('reports a heap that leaks 40 MiB an hour, although its garbage varies by more than the leak', () => {
    const leak = (second: number) => (second * 40 * MIB) / 3600;
    expect(SEEDS.filter((seed) => isFlatHeap(heapReadings(seed, leak)))).toEqual([]);
    const { perHour } = flatnessOf(heapReadings(1, leak), TOLERANCES.heap);
    expect(perHour / MIB).toBeGreaterThan(32);
    expect(perHour / MIB).toBeLessThan(48);
  });

  it('reports one leaked descriptor per second and one per 15 seconds', () => {
    for (const seconds of [1, 15]) {
      const leak = (second: number) => second / seconds;
      expect(SEEDS.filter((seed) => isFlatDescriptors(descriptorReadings(seed, leak)))).toEqual([]);
    }
  });

  it('reports a single growth of 20 MiB near the end', () => {
    const late = (second: number) => (second > 0.7 * SOAK_S ? 20 * MIB : 0);
    expect(SEEDS.filter((seed) => isFlatHeap(heapReadings(seed, late)))).toEqual([]);
  });

  it('accepts a cache that fills up, and a single outlier', () => {
    const filling = (second: number) => 20 * MIB * (1 - Math.exp(-second / 120));
    expect(SEEDS.filter((seed) => !isFlatHeap(heapReadings(seed, filling)))).toEqual([]);
    const once = (second: number) => (second === 1400 ? 500 * MIB : 0);
    expect(SEEDS.filter((seed) => !isFlatHeap(heapReadings(seed, once)))).toEqual([]);
  });

  it('names the process that grew, its growth, and a missing process', () => {
    const leak = (second: number) => (second * 40 * MIB) / 3600;
    const rows = [
      {
        name: 'api-1',
        judged: true,
        processor: [],
        readings: { heap: heapReadings(1, leak), handles: descriptorReadings(1, () => 0) },
      },
      { name: 'api-2', judged: true, processor: [], readings: { heap: heapReadings(2, () => 0) } },
      { name: 'fake', judged: false, processor: [], readings: { heap: heapReadings(1, leak) } },
    ];
    const readFailures = new Map([['relay-1: has ended', { times: 3, first: 90 }]]);
    const [grown, ...others] = soakProblems({ rows, readFailures }, 0);
    expect(grown).toMatch(
      /^api-1: heap grows: minimums of the first, middle and last third 6\d\.\d, 6\d\.\d, 7\d\.\d MiB; slope [34]\d\.\d MiB per hour$/,
    );
    expect(others).toEqual(['relay-1: has ended (3 times, first after 1.5 min)']);
  });

  it('rejects two readings, and calls a series of 55 readings too short', () => {
    expect(() => flatnessOf(heapReadings(1, () => 0).slice(0, 2), TOLERANCES.heap)).toThrow('2 readings are too few');
    const short = heapReadings(1, (second) => second * MIB).slice(0, 55);
    expect(flatnessOf(short, TOLERANCES.heap).verdict).toBe('too short');
  });
});
