import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { httpRefused } from '../../telemetry/metrics.js';
import { answersOf } from '../count-answers.js';
import { HalfSentBodies } from './half-sent-bodies.js';

/** @returns whether to work on a request; if not, it has been sent away. A request that was let in once stays so. */
export type Admit = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface Admission {
  /** Asked when the headers are in. A request with a body is let in without a place. */
  admit: Admit;
  /** Gives requests with a body their place once it is in: half a request keeps no other one out. */
  admitBodies(fastify: FastifyInstance): void;
}

/** What must not have to wait until a crowd has gone: money that was paid, and the question whether the shop is there. */
const AHEAD = { paid: /^\/api\/payments\/webhook\/?(\?|$)/, health: /^\/health\/?(\?|$)/ };
/** For each of these kinds, and for what is passed on to another server: that may take as long as client and server like. */
const MOST_APART = 20;

/** From here on a turn of the event loop takes on nothing new: everybody waits for it, whoever is sent away too. */
const LONG_TURN_MS = 20;
/** A burst, or a pause of the machine or the garbage collector, is over before anybody is sent away for it. */
const STANDING_MS = 500;
/** So few cannot be what keeps a process busy; without them nothing would be done on a machine that is slow anyway. */
const FEW = 50;
const TICK_MS = 10;

/** Idle visitors' connections cost memory; beyond this many of a server's own measure the system closes new ones. */
const CONNECTIONS_EACH = 20;

const BODY = JSON.stringify({
  success: false,
  message: 'The shop is very busy. Please try again in a moment.',
  code: 'UNAVAILABLE',
  error: { code: 'UNAVAILABLE', message: 'The shop is very busy. Please try again in a moment.' },
});
const count = answersOf('none', 'none');

/**
 * Keeps a crowd from slowing everybody down. Of what is let in at once, `most` bounds the number, for work that waits for
 * others; the length of the event loop's turns bounds the rest, for work that keeps this process itself busy: once long
 * turns follow each other, each takes on what fits into its first milliseconds. Refusing costs a tenth of a millisecond.
 * @param passedOn paths below which another server answers: these requests have their place while the body is on its way,
 *   so the places are none of the API's
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
  server.maxConnections = CONNECTIONS_EACH * Math.max(most, MOST_APART);

  const isBusy = (): boolean => {
    const now = performance.now();
    return now - turnedAt > LONG_TURN_MS && now - shortTurnAt > STANDING_MS;
  };
  const isFull = (kind: keyof typeof inside): boolean =>
    kind === 'others' ? inside.others >= most || (inside.others >= FEW && isBusy()) : inside[kind] >= MOST_APART;
  const kindOf = ({ url }: IncomingMessage): keyof typeof inside => {
    if (AHEAD.paid.test(url!)) return 'paid';
    if (AHEAD.health.test(url!)) return 'health';
    return passedOn.some((path) => url!.startsWith(`${path}/`)) ? 'passedOn' : 'others';
  };
  const giveAPlace: Admit = (request, response) => {
    if (admitted.has(response)) return true;
    const kind = kindOf(request);
    if (isFull(kind)) {
      sendAway(response);
      return false;
    }
    admitted.add(response);
    inside[kind] += 1;
    response.once('close', () => (inside[kind] -= 1));
    return true;
  };
  return {
    admit: (request, response) => {
      if (!hasBody(request)) return giveAPlace(request, response);
      // Reading a body that nothing will be done with is worth nothing, either.
      if (isFull(kindOf(request))) {
        sendAway(response);
        return false;
      }
      halfSent.add(request, response);
      return true;
    },
    admitBodies: (fastify) => {
      fastify.addHook('preValidation', (request, reply, done) => {
        halfSent.remove(request.raw);
        if (giveAPlace(request.raw, reply.raw)) return done();
        reply.hijack();
      });
    },
  };
}

/** Bodies of other methods are not read. */
const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

function sendAway(response: ServerResponse): void {
  httpRefused.inc();
  count(503, 0);
  // All those who were sent away at once must not come back at once.
  const seconds = 1 + Math.floor(3 * Math.random());
  const head = ['content-type', 'application/json; charset=utf-8', 'content-length', String(BODY.length)];
  head.push('cache-control', 'no-store', 'x-content-type-options', 'nosniff', 'retry-after', String(seconds));
  response.writeHead(503, head).end(BODY);
}
