/** A quantity of Kubernetes in MiB; NaN for one that is not in Mi or Gi. */
export function mebibytes(quantity: unknown): number {
  const [, count, unit] = /^(\d+)(Mi|Gi)$/.exec(String(quantity)) ?? [];
  return Number(count) * (unit === 'Gi' ? 1024 : 1);
}
