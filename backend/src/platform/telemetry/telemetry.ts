import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOffSampler, AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { ATTR_SERVICE_INSTANCE_ID, ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { hostname } from 'node:os';
import type { Config } from '../config/config.js';
import { logOnce } from './log-once.js';

/** One request to the collector may take so long, its repetitions included; also what a shutdown waits for it. */
const PATIENCE_MS = 3_000;
/** A few megabytes. What comes on top while the collector is away is dropped. */
const QUEUED_SPANS = 2_048;
const SEND_EVERY_MS = 1_000;

/**
 * The traces of this process. Every request and job has ids that go on from caller to callee and stand in the logs; spans
 * are made and sent only when somebody collects them. All of them then: what strangers write into a header decides
 * nothing, and a collector can thin them out.
 */
@Injectable()
export class Telemetry implements OnApplicationShutdown {
  private static provider: TracerProvider | null = null;

  /** Call once per process, before the first request or job. @param service its name where nothing else is configured */
  static start(config: Pick<Config, 'tracesEndpoint' | 'serviceName'>, service: string): void {
    const collected = config.tracesEndpoint !== null;
    Telemetry.provider = new TracerProvider({
      resource: resourceFromAttributes({
        [ATTR_SERVICE_NAME]: config.serviceName ?? service,
        [ATTR_SERVICE_INSTANCE_ID]: hostname(),
      }),
      sampler: collected ? new AlwaysOnSampler() : new AlwaysOffSampler(),
      spanProcessors: collected ? [batchesTo(`${config.tracesEndpoint}/v1/traces`)] : [],
    });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(Telemetry.provider);
  }

  /** Sends what is left. A collector that does not answer holds nobody up. */
  async onApplicationShutdown(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    // What went wrong has been logged by then.
    await Promise.race([Telemetry.provider?.shutdown().catch(() => undefined), late]);
    clearTimeout(timer);
  }
}

function batchesTo(url: string): BatchSpanProcessor {
  return new BatchSpanProcessor({
    exporter: logOnce(new OTLPTraceExporter({ url, timeoutMillis: PATIENCE_MS })),
    maxQueueSize: QUEUED_SPANS,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: 2 * PATIENCE_MS,
  });
}
