/** Summary of measurements, in the unit of the values. */
export interface Spread {
  min: number;
  median: number;
  p95: number;
  max: number;
}

/** @throws {RangeError} when `values` is empty */
export function spread(values: number[]): Spread {
  if (values.length === 0) throw new RangeError('nothing was measured');
  const sorted = values.toSorted((a, b) => a - b);
  const rank = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
  return { min: sorted[0]!, median: rank(0.5), p95: rank(0.95), max: sorted.at(-1)! };
}

export const median = (values: number[]): number => spread(values).median;

/** Formats about three significant digits: measurements on a shared machine are not more precise. */
export function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value >= 10 ? value.toFixed(1) : value.toPrecision(2);
}

export const megabytes = (bytes: number): string => `${short(bytes / 1e6)} MB`;

export const verdict = (reached: boolean): string => (reached ? 'reached' : 'missed');
