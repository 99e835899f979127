import { Logger } from '@nestjs/common';
import { registry } from './metrics.js';

type Look = () => Promise<void> | void;

const looks = new Set<Look>();

/** Has gauges brought up to date whenever somebody scrapes. `look` sees to its own time-out. @returns what ends that */
export function addMetricCollector(look: Look): () => void {
  looks.add(look);
  return () => void looks.delete(look);
}

/** All metrics in the text format of Prometheus. What cannot be brought up to date does not keep the others back. */
export async function scrape(): Promise<string> {
  await Promise.all(
    [...looks].map(async (look) => {
      try {
        await look();
      } catch (error) {
        new Logger('Metrics').warn({ err: error }, 'a figure could not be read');
      }
    }),
  );
  return registry.metrics();
}
