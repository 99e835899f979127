/** Leads keyboard and screen reader to the first field that has a problem, once it is drawn. */
export function focusFirstProblem(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());
}
