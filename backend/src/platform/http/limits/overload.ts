import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { httpRefused } from '../../telemetry/metrics.js';
import { responseCounter } from '../count-responses.js';
import { HalfSentBodies } from './half-sent-bodies.js';

/** @returns whether to process a request; if not, it has been answered with 503. An admitted request stays admitted. */
export type Admit = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface Admission {
  /** Called when the headers have arrived. A request with a body is admitted without a place. */
  admit: Admit;
  /** Assigns places to requests once their body has arrived: an unfinished request blocks no other. */
  admitBodies(fastify: FastifyInstance): void;
}

/** Requests that overload must not delay: Stripe webhooks and health checks. */
const PRIORITY = { paid: /^\/api\/payments\/webhook\/?(\?|$)/, health: /^\/health\/?(\?|$)/ };
/**
 * Concurrent requests of each of these kinds, and of forwarded requests, whose duration depends on client and upstream.
 */
const MAX_PER_KIND = 20;

/** Beyond this duration of an event loop turn no new work is admitted: all requests wait for the turn to end. */
const LONG_TURN_MS = 20;
/** A burst or a pause of the machine or the garbage collector is shorter; no request is refused for it. */
const STANDING_MS = 500;
/** So few requests do not overload a process; without this floor a slow machine would refuse everything. */
const MIN_ADMITTED = 50;
const TICK_MS = 10;

/** Idle connections cost memory; above this multiple of the concurrency limit Node closes new ones. */
const CONNECTIONS_EACH = 20;

const BODY = JSON.stringify({
  success: false,
  message: 'The shop is very busy. Please try again in a moment.',
  code: 'UNAVAILABLE',
  error: { code: 'UNAVAILABLE', message: 'The shop is very busy. Please try again in a moment.' },
});
const count = responseCounter('none', 'none');

/**
 * Sheds load. `most` bounds the number of concurrent requests, for work that waits for other services. The event loop's
 * turns bound CPU work: once long turns persist, each turn admits only what arrives in its first milliseconds. A
 * refusal costs 0.1 ms.
 * @param passedOn paths that are forwarded to another server: these requests hold their place while the body arrives,
 * so they have separate places
 */
export function admitUpTo(most: number, server: Server, passedOn: readonly string[]): Admission {
  const admitted = new WeakSet<ServerResponse>();
  const inside = { paid: 0, health: 0, passedOn: 0, others: 0 };
  let turnedAt = performance.now();
  let shortTurnAt = turnedAt;
  const halfSent = new HalfSentBodies();
  const ticking = setInterval(() => {
    const now = performance.now();
    if (now - turnedAt < LONG_TURN_MS) shortTurnAt = now;
    turnedAt = now;
  }, TICK_MS).unref();
  server.once('close', () => {
    clearInterval(ticking);
    halfSent.end();
  });
  server.maxConnections = CONNECTIONS_EACH * Math.max(most, MAX_PER_KIND);

  const isBusy = (): boolean => {
    const now = performance.now();
    return now - turnedAt > LONG_TURN_MS && now - shortTurnAt > STANDING_MS;
  };
  const isFull = (kind: keyof typeof inside): boolean =>
    kind === 'others'
      ? inside.others >= most || (inside.others >= MIN_ADMITTED && isBusy())
      : inside[kind] >= MAX_PER_KIND;
  const classify = ({ url }: IncomingMessage): keyof typeof inside => {
    if (PRIORITY.paid.test(url!)) return 'paid';
    if (PRIORITY.health.test(url!)) return 'health';
    return passedOn.some((path) => url!.startsWith(`${path}/`)) ? 'passedOn' : 'others';
  };
  const assignPlace: Admit = (request, response) => {
    if (admitted.has(response)) return true;
    const kind = classify(request);
    if (isFull(kind)) {
      refuse(response);
      return false;
    }
    admitted.add(response);
    inside[kind] += 1;
    response.once('close', () => (inside[kind] -= 1));
    return true;
  };
  return {
    admit: (request, response) => {
      if (!hasBody(request)) return assignPlace(request, response);
      // Refuses before reading a body that would be discarded.
      if (isFull(classify(request))) {
        refuse(response);
        return false;
      }
      halfSent.add(request, response);
      return true;
    },
    admitBodies: (fastify) => {
      fastify.addHook('preValidation', (request, reply, done) => {
        halfSent.remove(request.raw);
        if (assignPlace(request.raw, reply.raw)) return done();
        reply.hijack();
      });
    },
  };
}

/** Bodies of GET and HEAD are not read. */
const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

function refuse(response: ServerResponse): void {
  httpRefused.inc();
  count(503, 0);
  // Spreads the retries of refused clients over 3 s.
  const seconds = 1 + Math.floor(3 * Math.random());
  const head = ['content-type', 'application/json; charset=utf-8', 'content-length', String(BODY.length)];
  head.push('cache-control', 'no-store', 'x-content-type-options', 'nosniff', 'retry-after', String(seconds));
  response.writeHead(503, head).end(BODY);
}
