/** @returns the page number in a query parameter, or 1 when the parameter is missing or invalid */
export function toPageNumber(text: string | null, last = 100_000): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= last ? page : 1;
}
