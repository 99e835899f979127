import { Logger } from '@nestjs/common';
import type { SpanExporter } from '@opentelemetry/sdk-trace';

const TAKEN = 0;

/** A collector that is away is one line in the log, and one more when it is back. What was sent in between is lost. */
export function logOnce(
  exporter: SpanExporter,
  logger: Pick<Logger, 'log' | 'warn'> = new Logger('Traces'),
): SpanExporter {
  let lost = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const taken = result.code === TAKEN;
        if (!taken && lost === 0) logger.warn({ err: result.error }, 'traces are not taken; said once until they are');
        if (taken && lost > 0) logger.log({ lost }, 'traces are taken again');
        lost = taken ? 0 : lost + spans.length;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
