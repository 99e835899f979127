import {
  type Context,
  context,
  createContextKey,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ATTR_ERROR_TYPE } from '@opentelemetry/semantic-conventions';

const LOG_FIELDS = createContextKey('fields of every log line');
const TRACEPARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/**
 * Starts a span that the caller ends. Names and attributes contain ids, counts and route templates such as
 * `/api/patterns/:id`, never text that a user typed.
 */
export const startSpan = (name: string, options: SpanOptions, parent: Context): Span =>
  trace.getTracer('shop').startSpan(name, options, parent);

/** Runs `work` in a child span of `parent`, by default of the active span. Marks the span as failed on an error. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
  parent: Context = context.active(),
): Promise<T> {
  const span = startSpan(name, options, parent);
  try {
    return await context.with(trace.setSpan(parent, span), work, undefined, span);
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Marks the span as failed. Records only the type of the error, because its message can contain personal data. */
export function markFailed(span: Span, error: unknown): void {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  span.setAttribute(ATTR_ERROR_TYPE, String(code ?? name ?? 'Error').slice(0, 100));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * Runs `work` in an earlier trace, if there is one, with a link to the current trace. Example: a Stripe webhook starts its
 * own trace, but its effects belong to the trace of the buyer's checkout.
 */
export function inTrace<T>(earlier: string | null, name: string, work: () => Promise<T>): Promise<T> {
  const currentSpan = trace.getSpanContext(context.active());
  const earlierSpan = trace.getSpanContext(contextFrom(earlier));
  if (!earlierSpan || earlierSpan.traceId === currentSpan?.traceId) return inSpan(name, {}, work);
  return inSpan(name, { links: linksTo(currentSpan) }, work, trace.setSpanContext(context.active(), earlierSpan));
}

/** @returns `00-<trace>-<span>-<flags>` (W3C Trace Context) of the active span; null outside a trace */
export function traceparent(source: Context = context.active()): string | null {
  const span = trace.getSpanContext(source);
  if (!isKnown(span)) return null;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

/** Parses a traceparent header. @returns the root context when the text is not valid */
export function contextFrom(text: unknown): Context {
  const match = typeof text === 'string' && text.length === 55 ? TRACEPARENT.exec(text) : null;
  if (!match) return ROOT_CONTEXT;
  const [, traceId, spanId, flags] = match;
  const span = { traceId: traceId!, spanId: spanId!, traceFlags: Number.parseInt(flags!, 16), isRemote: true };
  return isKnown(span) ? trace.setSpanContext(ROOT_CONTEXT, span) : ROOT_CONTEXT;
}

export const linksTo = (...spans: (SpanContext | undefined)[]) => spans.filter(isKnown).map((to) => ({ context: to }));

export const getTraceId = (source: Context): string | null => trace.getSpanContext(source)?.traceId ?? null;

/** @returns a context in which every log line contains these fields */
export const withLogFields = (fields: Record<string, unknown>, parent: Context = context.active()): Context =>
  parent.setValue(LOG_FIELDS, fields);

/** The trace ids and other fields that every log line of the context contains. */
export function contextLogFields(source: Context = context.active()): Record<string, unknown> {
  const span = trace.getSpanContext(source);
  return {
    ...(isKnown(span) && { trace_id: span.traceId, span_id: span.spanId }),
    ...(source.getValue(LOG_FIELDS) as object | undefined),
  };
}

function isKnown(span: SpanContext | undefined): span is SpanContext {
  return span !== undefined && isSpanContextValid(span);
}
