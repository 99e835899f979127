/** @returns the page numbers to show: the first, two on each side of the current one, the last, and the gaps between */
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
