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

const LOGGED = createContextKey('fields of every log line');
const TRACEPARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** Begins a span that its caller ends. Names and attributes hold ids, counts and templates, never what a person typed. */
export const startSpan = (name: string, options: SpanOptions, parent: Context): Span =>
  trace.getTracer('shop').startSpan(name, options, parent);

/** Does the work in a span of its own, below the active one or below `parent`. What is thrown is marked and goes on. */
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

/** Says of an error its kind alone: its words may quote somebody. */
export function markFailed(span: Span, error: unknown): void {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  span.setAttribute(ATTR_ERROR_TYPE, String(code ?? name ?? 'Error').slice(0, 100));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * Goes on with an earlier trace, as far as one is known, and links to what led here: a report of the card provider begins
 * a trace of its own and belongs to the click of a buyer.
 */
export function inTraceOf<T>(earlier: string | null, name: string, work: () => Promise<T>): Promise<T> {
  const here = trace.getSpanContext(context.active());
  const there = trace.getSpanContext(contextFrom(earlier));
  if (!there || there.traceId === here?.traceId) return inSpan(name, {}, work);
  return inSpan(name, { links: linksTo(here) }, work, trace.setSpanContext(context.active(), there));
}

/** `00-<trace>-<span>-<flags>` (W3C Trace Context) of what is being done; null outside of any trace. */
export function traceparent(of: Context = context.active()): string | null {
  const span = trace.getSpanContext(of);
  if (!isKnown(span)) return null;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

/** Where a trace goes on that came as text; the root, where a new one begins, for whatever is no traceparent. */
export function contextFrom(text: unknown): Context {
  const found = typeof text === 'string' && text.length === 55 ? TRACEPARENT.exec(text) : null;
  if (!found) return ROOT_CONTEXT;
  const [, traceId, spanId, flags] = found;
  const span = { traceId: traceId!, spanId: spanId!, traceFlags: Number.parseInt(flags!, 16), isRemote: true };
  return isKnown(span) ? trace.setSpanContext(ROOT_CONTEXT, span) : ROOT_CONTEXT;
}

export const linksTo = (...spans: (SpanContext | undefined)[]) => spans.filter(isKnown).map((to) => ({ context: to }));

export const traceIdOf = (of: Context): string | null => trace.getSpanContext(of)?.traceId ?? null;

/** Adds fields to every log line that is written within. */
export const withLogged = (fields: Record<string, unknown>, within: Context = context.active()): Context =>
  within.setValue(LOGGED, fields);

/** What a log line says of where it was written. */
export function loggedPlace(of: Context = context.active()): Record<string, unknown> {
  const span = trace.getSpanContext(of);
  return {
    ...(isKnown(span) && { trace_id: span.traceId, span_id: span.spanId }),
    ...(of.getValue(LOGGED) as object | undefined),
  };
}

function isKnown(span: SpanContext | undefined): span is SpanContext {
  return span !== undefined && isSpanContextValid(span);
}
