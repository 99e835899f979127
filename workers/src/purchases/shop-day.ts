/** @returns the calendar day in Germany as yyyy-mm-dd, for the mark on a copy */
export function shopDay(at: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(at);
}
