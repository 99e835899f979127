/** One reading of one measure. */
export interface Reading {
  /** Seconds since the load began. */
  at: number;
  value: number;
}

/** How far the floor of a measure may rise: a share of where it began, `least` for small ones. */
export interface Tolerance {
  share: number;
  least: number;
}

export interface Flatness {
  /** Of the first, the middle and the last third: what is usual for the lowest reading of a window, and for any reading. */
  floors: [number, number, number];
  medians: [number, number, number];
  /** How fast the floor rises. */
  perHour: number;
  verdict: 'flat' | 'grows' | 'too short';
}

const WINDOWS = 12;
/** In less, too many windows have no run of the collector in them, and everything still finds its size. */
const SHORTEST_S = 600;
/** Of all pairs of windows, this much more rise than fall when it is growth and not chance: one in some hundred rows of noise. */
const STEADY = 0.6;

/**
 * Whether a measure stays where it is. Peaks tell when the collector last ran, so that the floor is judged: the lowest reading
 * of each of twelve windows. It is not flat when the floors rise steadily (Kendall's tau) and their slope (Theil–Sen, which a
 * few odd windows do not bend) amounts to more than the tolerance from beginning to end; nor when the last third stands more
 * than the tolerance above the middle one, which is a leak that comes late or all at once. What levels off passes.
 * @param readings in their order, after the warm-up, at least three
 */
export function flatnessOf(readings: Reading[], { share, least }: Tolerance): Flatness {
  if (readings.length < 3) throw new RangeError(`${readings.length} readings say nothing`);
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

/** As many runs of equal length, but for one. */
function chunks<T>(all: T[], count: number): T[][] {
  const edge = (number: number) => Math.round((number * all.length) / count);
  return Array.from({ length: count }, (_, number) => all.slice(edge(number), edge(number + 1)));
}
