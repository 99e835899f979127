import { Logger } from '@nestjs/common';
import { registry } from './metrics.js';

type Collector = () => Promise<void> | void;

const collectors = new Set<Collector>();

/**
 * Registers a collector, which updates gauges at each scrape and must have its own timeout.
 * @returns a function that removes the collector
 */
export function addMetricCollector(collect: Collector): () => void {
  collectors.add(collect);
  return () => void collectors.delete(collect);
}

/** All metrics in Prometheus text format. A failed collector does not affect the others. */
export async function scrape(): Promise<string> {
  await Promise.all(
    [...collectors].map(async (collect) => {
      try {
        await collect();
      } catch (error) {
        new Logger('Metrics').warn({ err: error }, 'metric collector failed');
      }
    }),
  );
  return registry.metrics();
}
