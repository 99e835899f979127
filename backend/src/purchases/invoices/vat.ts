/**
 * The VAT in a gross price, half a cent rounded up. The net amount is the price minus the VAT.
 * @param rate percent as text with at most two decimals: `25.5`
 */
export function vatIncluded(grossCents: number, rate: string): number {
  const hundredths = Math.round(Number(rate) * 100);
  const whole = 10_000 + hundredths;
  return Math.floor((2 * grossCents * hundredths + whole) / (2 * whole));
}
