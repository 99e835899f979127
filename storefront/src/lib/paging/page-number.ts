/** The page number in a query string; 1 when it is missing or impossible. */
export function toPageNumber(text: string | null, last = 100_000): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= last ? page : 1;
}
