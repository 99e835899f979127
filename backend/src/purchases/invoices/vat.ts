/**
 * The VAT that a gross price contains, half a cent rounded up; net is what is left, so the two always add up.
 * @param rate percent with at most two decimals, as text: `25.5`
 */
export function vatIncluded(grossCents: number, rate: string): number {
  const hundredths = Math.round(Number(rate) * 100);
  const whole = 10_000 + hundredths;
  return Math.floor((2 * grossCents * hundredths + whole) / (2 * whole));
}
