/** One value of a measure, for example of the memory of a process. */
export interface Reading {
  /** Seconds since the load began. */
  at: number;
  value: number;
}

/** Allowed rise of the minimums of a measure: the larger of `amount` and `share` of the minimum of the first third. */
export interface Tolerance {
  share: number;
  /** In units of the measure. */
  amount: number;
}

export interface Flatness {
  /** Medians of the windows' minimums in the first, middle and last third of the time. */
  minimums: [number, number, number];
  /** Medians of all readings in the first, middle and last third of the time. */
  medians: [number, number, number];
  /** Slope of the windows' minimums, in units of the measure per hour. */
  perHour: number;
  /** 'too short': the readings span less than SHORTEST_S. */
  verdict: 'flat' | 'grows' | 'too short';
}

const WINDOWS = 12;
/** Seconds that the readings must span. In a shorter time too many windows contain no garbage collection. */
const SHORTEST_S = 600;
/** A rise is steady when Kendall's tau has at least this value. Readings that only fluctuate rarely reach this value. */
const STEADY_RISE_TAU = 0.6;

/**
 * Judges whether a measure is flat. The peaks depend on the garbage collector, so only the minimums are judged: the lowest
 * reading of each of twelve windows. The measure grows in two cases:
 * - The minimums rise steadily (Kendall's tau), and by more than the tolerance over the whole time. Their slope is the
 *   Theil–Sen estimate, which outliers hardly affect.
 * - The minimum of the last third exceeds the minimum of the middle third by more than the tolerance: a late or sudden leak.
 *
 * A measure that rises at first and then stays level is flat.
 * @param readings at least three readings after the warm-up, ordered by time
 * @throws {RangeError} with fewer than three readings
 */
export function flatnessOf(readings: Reading[], { share, amount }: Tolerance): Flatness {
  if (readings.length < 3) throw new RangeError(`${readings.length} readings are too few`);
  const windows = chunks(readings, Math.min(WINDOWS, readings.length)).map((window) => ({
    at: median(window.map(({ at }) => at)),
    value: lowest(window),
  }));
  const minimums = chunks(windows, 3).map(medianValue) as Flatness['minimums'];
  const medians = chunks(readings, 3).map(medianValue) as Flatness['medians'];
  const slopes = windows.flatMap((earlier, index) => windows.slice(index + 1).map((later) => slope(earlier, later)));
  const perSecond = median(slopes);
  const tau = slopes.reduce((sum, value) => sum + Math.sign(value), 0) / slopes.length;
  const allowed = Math.max(amount, share * minimums[0]);
  const seconds = readings.at(-1)!.at - readings[0]!.at;
  const grows = (tau >= STEADY_RISE_TAU && perSecond * seconds > allowed) || minimums[2] - minimums[1] > allowed;
  const verdict = seconds < SHORTEST_S ? 'too short' : grows ? 'grows' : 'flat';
  return { minimums, medians, perHour: perSecond * 3600, verdict };
}

const slope = (earlier: Reading, later: Reading): number => (later.value - earlier.value) / (later.at - earlier.at);
const lowest = (readings: Reading[]): number => Math.min(...readings.map(({ value }) => value));
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
