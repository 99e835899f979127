import { type Context, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
} from '@opentelemetry/semantic-conventions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { contextFrom, contextLogFields, startSpan, getTraceId, withLogFields } from '../telemetry/spans.js';

const TRACE = Symbol('trace');
type Traced = IncomingMessage & { [TRACE]?: Context };

/**
 * Starts a span for every request that reaches Fastify. It continues the trace in the client's `traceparent` header or
 * starts a new one. An error response contains the trace id, so that a user can report it to support. Call before any other
 * hook is added.
 */
export function traceRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    // Health checks arrive every few seconds and need no trace.
    if (request.url === '/health') return done();
    const span = startRequestSpan(request);
    const active = withLogFields({ reqId: request.id }, trace.setSpan(ROOT_CONTEXT, span));
    (request.raw as Traced)[TRACE] = active;
    // The event `close` also occurs when the client disconnects before the response.
    reply.raw.once('close', () => {
      span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, reply.raw.statusCode);
      if (reply.raw.statusCode >= 500 || !reply.raw.writableFinished) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(active, done);
  });
  // Restores the context of the request. The body arrives in events of the connection, which run without this context.
  fastify.addHook('preValidation', (request, _reply, done) => {
    context.with((request.raw as Traced)[TRACE] ?? context.active(), done);
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const active = (request.raw as Traced)[TRACE];
    if (active && reply.statusCode >= 400) void reply.header('x-trace-id', getTraceId(active));
    done(null, payload);
  });
}

/** The trace fields of the request's log line, which is written outside its async context. */
export const traceLogFields = (request: IncomingMessage): Record<string, unknown> =>
  contextLogFields((request as Traced)[TRACE] ?? ROOT_CONTEXT);

function startRequestSpan(request: FastifyRequest): Span {
  const { url: route } = request.routeOptions;
  return startSpan(
    route ? `${request.method} ${route}` : request.method,
    {
      kind: SpanKind.SERVER,
      attributes: { [ATTR_HTTP_REQUEST_METHOD]: request.method, ...(route && { [ATTR_HTTP_ROUTE]: route }) },
    },
    contextFrom(request.headers.traceparent),
  );
}
