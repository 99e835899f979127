/** One reading of one measure. */
export interface Reading {
  /** Seconds since the load began. */
  at: number;
  value: number;
}

/** Allowed rise of the floor of a measure: a share of its first value, but at least `least`. */
export interface Tolerance {
  share: number;
  least: number;
}

export interface Flatness {
  /** Medians of the lowest readings of the windows, and of all readings, in the first, middle and last third. */
  floors: [number, number, number];
  medians: [number, number, number];
  /** Slope of the floor. */
  perHour: number;
  verdict: 'flat' | 'grows' | 'too short';
}

const WINDOWS = 12;
/** In a shorter time too many windows contain no garbage collection. */
const SHORTEST_S = 600;
/** Least Kendall's tau of a steady rise; noise exceeds it in about one of some hundred rows. */
const STEADY = 0.6;

/**
 * Judges whether a measure is flat. Peaks depend on the garbage collector, so the floor is judged: the lowest reading of each
 * of twelve windows. It grows when the floors rise steadily (Kendall's tau) and their slope (Theil–Sen, robust against
 * outliers) exceeds the tolerance over the whole time, or when the last third exceeds the middle one by more than the
 * tolerance, which is a late or sudden leak. A measure that levels off is flat.
 * @param readings in their order, after the warm-up, at least three
 */
export function flatnessOf(readings: Reading[], { share, least }: Tolerance): Flatness {
  if (readings.length < 3) throw new RangeError(`${readings.length} readings are too few`);
  const windows = chunks(readings, Math.min(WINDOWS, readings.length)).map((window) => ({
    at: median(window.map(({ at }) => at)),
    value: floor(window),
  }));
  const floors = chunks(windows, 3).map(middle) as Flatness['floors'];
  const medians = chunks(readings, 3).map(middle) as Flatness['medians'];
  const pairs = windows.flatMap((one, at) => windows.slice(at + 1).map((other) => slope(one, other)));
  const perSecond = median(pairs);
  const tau = pairs.reduce((sum, pair) => sum + Math.sign(pair), 0) / pairs.length;
  const allowed = Math.max(least, share * floors[0]);
  const seconds = readings.at(-1)!.at - readings[0]!.at;
  const grows = (tau >= STEADY && perSecond * seconds > allowed) || floors[2] - floors[1] > allowed;
  const verdict = seconds < SHORTEST_S ? 'too short' : grows ? 'grows' : 'flat';
  return { floors, medians, perHour: perSecond * 3600, verdict };
}

const slope = (one: Reading, other: Reading): number => (other.value - one.value) / (other.at - one.at);
const floor = (readings: Reading[]): number => Math.min(...readings.map(({ value }) => value));
const middle = (readings: Reading[]): number => median(readings.map(({ value }) => value));

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Splits into `count` runs, whose lengths differ by at most one. */
function chunks<T>(all: T[], count: number): T[][] {
  const edge = (number: number) => Math.round((number * all.length) / count);
  return Array.from({ length: count }, (_, number) => all.slice(edge(number), edge(number + 1)));
}
