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

/**
 * Starts a span that the caller ends. Names and attributes contain ids, counts and templates, never text that a user
 * typed.
 */
export const startSpan = (name: string, options: SpanOptions, parent: Context): Span =>
  trace.getTracer('shop').startSpan(name, options, parent);

/** Runs `work` in a span below the active one or below `parent`. An error marks the span as failed and is rethrown. */
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

/** Records only the type of an error: its message may contain personal data. */
export function markFailed(span: Span, error: unknown): void {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  span.setAttribute(ATTR_ERROR_TYPE, String(code ?? name ?? 'Error').slice(0, 100));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * Runs `work` in the earlier trace, if there is one, with a link to the current one: a Stripe webhook starts its own
 * trace and belongs to the buyer's checkout.
 */
export function inTrace<T>(earlier: string | null, name: string, work: () => Promise<T>): Promise<T> {
  const here = trace.getSpanContext(context.active());
  const there = trace.getSpanContext(contextFrom(earlier));
  if (!there || there.traceId === here?.traceId) return inSpan(name, {}, work);
  return inSpan(name, { links: linksTo(here) }, work, trace.setSpanContext(context.active(), there));
}

/** `00-<trace>-<span>-<flags>` (W3C Trace Context) of the active span; null outside a trace. */
export function traceparent(of: Context = context.active()): string | null {
  const span = trace.getSpanContext(of);
  if (!isKnown(span)) return null;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

/** Parses a traceparent; @returns the root context when the text is not a valid one */
export function contextFrom(text: unknown): Context {
  const found = typeof text === 'string' && text.length === 55 ? TRACEPARENT.exec(text) : null;
  if (!found) return ROOT_CONTEXT;
  const [, traceId, spanId, flags] = found;
  const span = { traceId: traceId!, spanId: spanId!, traceFlags: Number.parseInt(flags!, 16), isRemote: true };
  return isKnown(span) ? trace.setSpanContext(ROOT_CONTEXT, span) : ROOT_CONTEXT;
}

export const linksTo = (...spans: (SpanContext | undefined)[]) => spans.filter(isKnown).map((to) => ({ context: to }));

export const getTraceId = (of: Context): string | null => trace.getSpanContext(of)?.traceId ?? null;

/** Adds fields to every log line in the context. */
export const withLogged = (fields: Record<string, unknown>, within: Context = context.active()): Context =>
  within.setValue(LOGGED, fields);

/** The trace ids and fields that every log line contains. */
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
