/** The calendar day in Germany, where the shop is and where its receipts are dated; ISO yyyy-mm-dd. */
export function shopDay(at: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(at);
}
