import { type Link, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { contextFrom, inSpan, linksTo, markFailed, startSpan, traceparent } from '#backend/platform/telemetry/spans.js';

interface RelayedEvent {
  id: string;
  type: string;
  /** W3C traceparent of the event; null when it was recorded without a trace. */
  traceParent: string | null;
}

/**
 * Runs `work` in a span of the batch, which links to every event. Also creates one span per event, in the trace of that
 * event.
 * @param work receives the events. The `traceParent` of each event names the new span of the event, so that the jobs of the
 * event continue this span.
 */
export function relaySpans<Event extends RelayedEvent, T>(
  events: Event[],
  work: (events: Event[]) => Promise<T>,
): Promise<T> {
  const eventContexts = events.map(({ traceParent }) => contextFrom(traceParent));
  const links: Link[] = linksTo(...eventContexts.map((eventContext) => trace.getSpanContext(eventContext)));
  const attributes = { 'shop.events': events.length };
  return inSpan(
    'relay batch',
    { links, attributes },
    async (batch) => {
      const link = linksTo(batch.spanContext());
      const spans = events.map(({ id, type }, at) =>
        startSpan(
          `relay ${type}`,
          { kind: SpanKind.PRODUCER, attributes: { 'shop.event_id': id }, links: link },
          eventContexts[at]!,
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
