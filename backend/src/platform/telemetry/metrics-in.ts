import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** @returns functions that create metrics in `registry` */
export function metricsIn(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  return {
    counter,
    /** Creates a counter by outcome. Its series start with 0, because alerts need them from the first scrape. */
    outcomes(name: string, help: string, values: readonly string[]) {
      const created = counter(name, help, 'outcome');
      for (const outcome of values) created.inc({ outcome }, 0);
      return created;
    },
    gauge: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
    histogram: <Label extends string>(name: string, help: string, buckets: number[], labelNames: Label[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
  };
}
