/** @returns the first page, the current page with two pages on each side, the last page, and `gap` for each gap between */
export function pageWindow(current: number, last: number): (number | 'gap')[] {
  const shown: (number | 'gap')[] = [];
  let previous = 0;
  for (let page = 1; page <= last; page += 1) {
    if (page !== 1 && page !== last && Math.abs(page - current) > 2) continue;
    if (page - previous > 1) shown.push('gap');
    shown.push(page);
    previous = page;
  }
  return shown;
}
