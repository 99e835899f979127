import { type Link, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { contextFrom, inSpan, linksTo, markFailed, startSpan, traceparent } from '#backend/platform/telemetry/spans.js';

interface CarriedFact {
  id: string;
  type: string;
  /** Of what made it true; null when that left no trace. */
  traceParent: string | null;
}

/**
 * One span for a batch, linked to every fact in it, and one for each fact, in the trace of what made it true.
 * @param work is given the facts with the traceparents that their jobs go on with
 */
export function relaySpans<Fact extends CarriedFact, T>(
  facts: Fact[],
  work: (facts: Fact[]) => Promise<T>,
): Promise<T> {
  const origins = facts.map(({ traceParent }) => contextFrom(traceParent));
  const links: Link[] = linksTo(...origins.map((origin) => trace.getSpanContext(origin)));
  const attributes = { 'shop.facts': facts.length };
  return inSpan(
    'relay batch',
    { links, attributes },
    async (batch) => {
      const link = linksTo(batch.spanContext());
      const spans = facts.map(({ id, type }, at) =>
        startSpan(
          `relay ${type}`,
          { kind: SpanKind.PRODUCER, attributes: { 'shop.event_id': id }, links: link },
          origins[at]!,
        ),
      );
      const carried = facts.map((fact, at) => ({
        ...fact,
        traceParent: traceparent(trace.setSpan(ROOT_CONTEXT, spans[at]!)),
      }));
      try {
        return await work(carried);
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
