/**
 * Computes the VAT that a gross price contains, rounded to whole cents (half a cent up). The net amount is the price minus
 * the VAT.
 * @param rate the rate in percent, as text with at most two decimals: `25.5`
 */
export function vatIncluded(grossCents: number, rate: string): number {
  // In hundredths of a percent: the rate, and the gross price as a share of the net price (100 % plus the rate).
  const hundredths = Math.round(Number(rate) * 100);
  const whole = 10_000 + hundredths;
  // Rounds grossCents * hundredths / whole with integers only: round(a / b) is floor((2 * a + b) / (2 * b)).
  return Math.floor((2 * grossCents * hundredths + whole) / (2 * whole));
}
