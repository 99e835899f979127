/** The calendar day in Germany, ISO yyyy-mm-dd; receipts and copies have this date. */
export function shopDay(at: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(at);
}
