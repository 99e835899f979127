import { Logger } from '@nestjs/common';
import type { SpanExporter } from '@opentelemetry/sdk-trace';

const SUCCESS = 0;

/** Wraps an exporter: logs one line when exports begin to fail and one when they work again. Spans in between are lost. */
export function logOnce(
  exporter: SpanExporter,
  logger: Pick<Logger, 'log' | 'warn'> = new Logger('Traces'),
): SpanExporter {
  let lost = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const exported = result.code === SUCCESS;
        if (!exported && lost === 0)
          logger.warn({ err: result.error }, 'trace export failed; logged once until it recovers');
        if (exported && lost > 0) logger.log({ lost }, 'trace export recovered');
        lost = exported ? 0 : lost + spans.length;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
