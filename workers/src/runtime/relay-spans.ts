import { type Link, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { contextFrom, inSpan, linksTo, markFailed, startSpan, traceparent } from '#backend/platform/telemetry/spans.js';

interface RelayedEvent {
  id: string;
  type: string;
  /** W3C traceparent of the event; null when it was recorded without a trace. */
  traceParent: string | null;
}

/**
 * Creates one span for the batch, linked to every event, and one per event in the trace of that event.
 * @param work receives the events with the traceparents for their jobs
 */
export function relaySpans<Event extends RelayedEvent, T>(
  events: Event[],
  work: (events: Event[]) => Promise<T>,
): Promise<T> {
  const origins = events.map(({ traceParent }) => contextFrom(traceParent));
  const links: Link[] = linksTo(...origins.map((origin) => trace.getSpanContext(origin)));
  const attributes = { 'shop.facts': events.length };
  return inSpan(
    'relay batch',
    { links, attributes },
    async (batch) => {
      const link = linksTo(batch.spanContext());
      const spans = events.map(({ id, type }, at) =>
        startSpan(
          `relay ${type}`,
          { kind: SpanKind.PRODUCER, attributes: { 'shop.event_id': id }, links: link },
          origins[at]!,
        ),
      );
      const relayed = events.map((event, at) => ({
        ...event,
        traceParent: traceparent(trace.setSpan(ROOT_CONTEXT, spans[at]!)),
      }));
      try {
        return await work(relayed);
      } catch (error) {
        for (const span of spans) markFailed(span, error);
        throw error;
      } finally {
        for (const span of spans) span.end();
      }
    },
    ROOT_CONTEXT,
  );
}
