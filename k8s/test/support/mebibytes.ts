/** @returns a Kubernetes quantity in MiB; NaN for other units than Mi and Gi */
export function mebibytes(quantity: unknown): number {
  const [, count, unit] = /^(\d+)(Mi|Gi)$/.exec(String(quantity)) ?? [];
  return Number(count) * (unit === 'Gi' ? 1024 : 1);
}
