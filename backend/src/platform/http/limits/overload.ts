import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { httpRefused } from '../../telemetry/metrics.js';
import { responseCounter } from '../count-responses.js';
import { HalfSentBodies } from './half-sent-bodies.js';

/**
 * @returns whether to process a request; when false, a 503 has been sent. A second call for an admitted request returns true
 */
export type Admit = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface LoadAdmission {
  /** Call when the headers have arrived. A request with a body does not count as concurrent yet. */
  admit: Admit;
  /** Counts requests with a body once the body has arrived, so that slow clients do not block others. */
  admitBodies(fastify: FastifyInstance): void;
}

/** Requests with separate limits, so that overload does not refuse them: Stripe webhooks and health checks. */
const PRIORITY = { webhook: /^\/api\/payments\/webhook\/?(\?|$)/, health: /^\/health\/?(\?|$)/ };
/** Maximum number of concurrent webhooks, health checks and forwarded requests; each kind is counted separately. */
const MAX_PER_KIND = 20;

/** An event loop turn of at least this duration is long: all requests wait until it ends. */
const LONG_TURN_MS = 20;
/** Requests are refused only when all turns have been long for this time. A burst or a garbage collection is shorter. */
const OVERLOADED_AFTER_MS = 500;
/** This number of concurrent requests is admitted even with long turns, so that a slow machine still works. */
const MIN_ADMITTED = 50;
const TICK_MS = 10;

/** Node closes new connections above this multiple of the concurrency limit, because idle connections cost memory. */
const CONNECTIONS_PER_REQUEST = 20;

const BODY = JSON.stringify({
  success: false,
  message: 'The shop is very busy. Please try again in a moment.',
  code: 'UNAVAILABLE',
  error: { code: 'UNAVAILABLE', message: 'The shop is very busy. Please try again in a moment.' },
});
const countRefusal = responseCounter('none', 'none');

/**
 * Sheds load in two ways. `maxRequests` limits the number of concurrent requests, for work that waits for other services.
 * The duration of event loop turns limits CPU work: when long turns persist, each turn admits only the requests of its
 * first 20 ms. A refusal costs 0.1 ms of CPU time.
 * @param forwardedPaths the paths that are forwarded to another server. They have a separate limit, because the duration of
 * a forwarded request depends on the client and that server
 */
export function createAdmission(maxRequests: number, server: Server, forwardedPaths: readonly string[]): LoadAdmission {
  const admitted = new WeakSet<ServerResponse>();
  const inFlight = { webhook: 0, health: 0, forwarded: 0, others: 0 };
  let lastTurnAt = performance.now();
  let lastShortTurnAt = lastTurnAt;
  const halfSent = new HalfSentBodies();
  const ticker = setInterval(() => {
    const now = performance.now();
    if (now - lastTurnAt < LONG_TURN_MS) lastShortTurnAt = now;
    lastTurnAt = now;
  }, TICK_MS).unref();
  server.once('close', () => {
    clearInterval(ticker);
    halfSent.end();
  });
  server.maxConnections = CONNECTIONS_PER_REQUEST * Math.max(maxRequests, MAX_PER_KIND);

  const isBusy = (): boolean => {
    const now = performance.now();
    return now - lastTurnAt > LONG_TURN_MS && now - lastShortTurnAt > OVERLOADED_AFTER_MS;
  };
  const isFull = (kind: RequestKind): boolean =>
    kind === 'others'
      ? inFlight.others >= maxRequests || (inFlight.others >= MIN_ADMITTED && isBusy())
      : inFlight[kind] >= MAX_PER_KIND;
  const countRequest: Admit = (request, response) => {
    if (admitted.has(response)) return true;
    const kind = classify(request, forwardedPaths);
    if (isFull(kind)) {
      refuse(response);
      return false;
    }
    admitted.add(response);
    inFlight[kind] += 1;
    response.once('close', () => (inFlight[kind] -= 1));
    return true;
  };
  return {
    admit: (request, response) => {
      if (!hasBody(request)) return countRequest(request, response);
      // Refuses before the body arrives: otherwise the API would receive a body only to discard it.
      if (isFull(classify(request, forwardedPaths))) {
        refuse(response);
        return false;
      }
      halfSent.add(request, response);
      return true;
    },
    admitBodies: (fastify) => {
      fastify.addHook('preValidation', (request, reply, done) => {
        halfSent.remove(request.raw);
        if (countRequest(request.raw, reply.raw)) return done();
        reply.hijack();
      });
    },
  };
}

type RequestKind = 'webhook' | 'health' | 'forwarded' | 'others';

function classify({ url }: IncomingMessage, forwardedPaths: readonly string[]): RequestKind {
  if (PRIORITY.webhook.test(url!)) return 'webhook';
  if (PRIORITY.health.test(url!)) return 'health';
  return forwardedPaths.some((path) => url!.startsWith(`${path}/`)) ? 'forwarded' : 'others';
}

/** Whether the request has a body that will be read; bodies of GET and HEAD are not. */
const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

function refuse(response: ServerResponse): void {
  httpRefused.inc();
  countRefusal(503, 0);
  // A random time, so that the retries of refused clients spread over 3 s.
  const seconds = 1 + Math.floor(3 * Math.random());
  const head = ['content-type', 'application/json; charset=utf-8', 'content-length', String(BODY.length)];
  head.push('cache-control', 'no-store', 'x-content-type-options', 'nosniff', 'retry-after', String(seconds));
  response.writeHead(503, head).end(BODY);
}
