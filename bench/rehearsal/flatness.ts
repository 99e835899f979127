/** One reading of one measure. */
export interface Reading {
  /** Seconds since the load began. */
  at: number;
  value: number;
}

/** Allowed rise of the floor of a measure: a share of the floor's first value, but at least `least`. */
export interface Tolerance {
  share: number;
  least: number;
}

export interface Flatness {
  /** Medians of the windows' lowest readings in the first, middle and last third of the time. */
  floors: [number, number, number];
  /** Medians of all readings in the first, middle and last third of the time. */
  medians: [number, number, number];
  /** Slope of the floor, in units of the measure per hour. */
  perHour: number;
  verdict: 'flat' | 'grows' | 'too short';
}

const WINDOWS = 12;
/** Seconds. In a shorter time too many windows contain no garbage collection. */
const SHORTEST_S = 600;
/** Kendall's tau from which a rise is steady. Noise exceeds it in about one of several hundred rows. */
const STEADY_RISE_TAU = 0.6;

/**
 * Judges whether a measure is flat. The peaks depend on the garbage collector, so only the floor is judged: the lowest
 * reading of each of twelve windows. The measure grows in two cases:
 * - The floors rise steadily (Kendall's tau), and by more than the tolerance over the whole time. Their slope is the
 *   Theil–Sen estimate, which outliers hardly affect.
 * - The floor of the last third exceeds that of the middle third by more than the tolerance: a late or sudden leak.
 *
 * A measure that rises at first and then stays level is flat.
 * @param readings at least three readings after the warm-up, ordered by time
 * @throws {RangeError} with fewer than three readings
 */
export function flatnessOf(readings: Reading[], { share, least }: Tolerance): Flatness {
  if (readings.length < 3) throw new RangeError(`${readings.length} readings are too few`);
  const windows = chunks(readings, Math.min(WINDOWS, readings.length)).map((window) => ({
    at: median(window.map(({ at }) => at)),
    value: floor(window),
  }));
  const floors = chunks(windows, 3).map(medianValue) as Flatness['floors'];
  const medians = chunks(readings, 3).map(medianValue) as Flatness['medians'];
  const slopes = windows.flatMap((earlier, at) => windows.slice(at + 1).map((later) => slope(earlier, later)));
  const perSecond = median(slopes);
  const tau = slopes.reduce((sum, value) => sum + Math.sign(value), 0) / slopes.length;
  const allowed = Math.max(least, share * floors[0]);
  const seconds = readings.at(-1)!.at - readings[0]!.at;
  const grows = (tau >= STEADY_RISE_TAU && perSecond * seconds > allowed) || floors[2] - floors[1] > allowed;
  const verdict = seconds < SHORTEST_S ? 'too short' : grows ? 'grows' : 'flat';
  return { floors, medians, perHour: perSecond * 3600, verdict };
}

const slope = (earlier: Reading, later: Reading): number => (later.value - earlier.value) / (later.at - earlier.at);
const floor = (readings: Reading[]): number => Math.min(...readings.map(({ value }) => value));
const medianValue = (readings: Reading[]): number => median(readings.map(({ value }) => value));

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Splits a list into `count` consecutive parts, whose lengths differ by at most one. */
function chunks<T>(items: T[], count: number): T[][] {
  const boundary = (number: number) => Math.round((number * items.length) / count);
  return Array.from({ length: count }, (_, number) => items.slice(boundary(number), boundary(number + 1)));
}
