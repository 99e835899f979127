import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOffSampler, AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { ATTR_SERVICE_INSTANCE_ID, ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { hostname } from 'node:os';
import pTimeout from 'p-timeout';
import type { Config } from '../config/config.js';
import { logOnce } from './log-once.js';

/** Timeout of one export including retries, and of the export at shutdown. */
const TIMEOUT_MS = 3_000;
/** While the collector is unreachable, spans above this number are dropped; the others take a few megabytes of memory. */
const MAX_QUEUED_SPANS = 2_048;
const SEND_EVERY_MS = 1_000;

/**
 * The tracing of this process. Every request and job has trace ids, which pass from caller to callee and into the logs.
 * Without a configured collector no spans are recorded. With a collector, all spans are recorded: the sampling flag in a
 * client's header is ignored, and the collector can sample.
 */
@Injectable()
export class Telemetry implements OnApplicationShutdown {
  private static provider: TracerProvider | null = null;

  /**
   * Call once per process, before the first request or job.
   * @param service the service name unless the configuration contains one
   */
  static start(config: Pick<Config, 'tracesEndpoint' | 'serviceName'>, service: string): void {
    const hasCollector = config.tracesEndpoint !== null;
    Telemetry.provider = new TracerProvider({
      resource: resourceFromAttributes({
        [ATTR_SERVICE_NAME]: config.serviceName ?? service,
        [ATTR_SERVICE_INSTANCE_ID]: hostname(),
      }),
      sampler: hasCollector ? new AlwaysOnSampler() : new AlwaysOffSampler(),
      spanProcessors: hasCollector ? [createBatchProcessor(`${config.tracesEndpoint}/v1/traces`)] : [],
    });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(Telemetry.provider);
  }

  /** Exports the remaining spans, with a timeout for an unreachable collector. */
  async onApplicationShutdown(): Promise<void> {
    // Errors have already been logged.
    const exported = Telemetry.provider?.shutdown().catch(() => undefined);
    if (exported) await pTimeout(exported, { milliseconds: TIMEOUT_MS, message: false });
  }
}

function createBatchProcessor(url: string): BatchSpanProcessor {
  return new BatchSpanProcessor({
    exporter: logOnce(new OTLPTraceExporter({ url, timeoutMillis: TIMEOUT_MS })),
    maxQueueSize: MAX_QUEUED_SPANS,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: 2 * TIMEOUT_MS,
  });
}
