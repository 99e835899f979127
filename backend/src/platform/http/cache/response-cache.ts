import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpInFlight, keptAnswers } from '../../telemetry/metrics.js';
import { answerFirst } from './cache-first.js';
import { ResponseStore } from './response-store.js';
import { answersOf, type CountAnswer } from '../count-answers.js';
import type { Admit } from '../limits/overload.js';
import { type CommonHead, commonHead, encodingFor, isSame, CachedResponse, write } from './cached-response.js';

/** What a cached answer depends on. `version` changes with it; when `listening` is false, nobody would be told. */
export interface Source {
  readonly listening: boolean;
  readonly version: number;
  onChange(hearer: () => void): void;
}

/**
 * Works an answer out without the application around the route, which costs five times as much as the answer itself.
 * Null for what only the route can decide; what it throws, the route will find out by itself and explain.
 */
export type Read = (key: string, ip: string) => Promise<string> | null;

export interface AnswerCacheOptions {
  /** The one spelling under which all addresses of the same answer are kept; null for whatever is not kept. */
  keyOf(url: string): string | null;
  /** The template of the route that such an answer belongs to. */
  routeOf(key: string): string;
  cacheControl: string;
  /** False still gives entity tags, but works every answer out anew. */
  keep: boolean;
  /** The visitor's address, behind the proxies that may name it. */
  addressOf(request: IncomingMessage): string;
  /** Asked before an answer is worked out, never for one that is ready or under way. */
  admit: Admit;
}

/** Views are counted into answers without a change being announced; this is how long they may be behind. */
const LIFE_MS = 5_000;
const LIMIT = 64 * 1024 * 1024;
const SPELLINGS = 10_000;

const NOTHING_YET: Read = () => null;

const found = {
  ready: keptAnswers.labels('hit'),
  underway: keptAnswers.labels('shared'),
  nothing: keptAnswers.labels('miss'),
};

interface Visit {
  key: string;
  request: IncomingMessage;
  response: ServerResponse;
  /** By performance.now(). */
  began: number;
}

interface Errand {
  key: string;
  version: number;
  /** Tells those who wait for the same answer; null when there is none to share. */
  done(answer: CachedResponse | null): void;
}

/**
 * Ready answers of this process. A hit is written before the framework hears of it, and so before any route, guard, pipe,
 * log line or limit: it costs less than deciding whether to refuse it. The metrics count it; no line of the log names it. A miss is worked out once, however many wait for it,
 * and past the framework too, unless there is something that only the route can say.
 *
 * @returns what to call with the source; until then nothing is kept
 */
export function cacheAnswers(
  fastify: FastifyInstance,
  options: AnswerCacheOptions,
): (source: Source, read: Read) => void {
  const { cacheControl, keep, addressOf, admit } = options;
  let source: Pick<Source, 'listening' | 'version'> = { listening: false, version: 0 };
  let read: Read = NOTHING_YET;
  // What the application adds to every such answer, as it did to the first.
  let head: CommonHead | null = null;
  const store = new ResponseStore(LIMIT);
  const underway = new Map<string, Promise<CachedResponse | null>>();
  const spellings = new Map<string, string | null>();
  const errands = new WeakMap<IncomingMessage, Errand>();
  const keyOf = (url: string): string | null => {
    const known = spellings.get(url);
    if (known !== undefined) return known;
    const key = options.keyOf(url);
    if (spellings.size >= SPELLINGS) spellings.clear();
    if (url.length <= 500) spellings.set(url, key);
    return key;
  };

  const counts = new Map<string, CountAnswer>();
  const count = (key: string, status: number, began: number): void => {
    const route = options.routeOf(key);
    let known = counts.get(route);
    if (!known) counts.set(route, (known = answersOf('GET', route)));
    known(status, (performance.now() - began) / 1_000);
  };

  const answerWith = (answer: CachedResponse, { key, request, response, began }: Visit): void => {
    const { headers } = request;
    const encoding = encodingFor(headers['accept-encoding']);
    const variant = answer.variant(encoding);
    if (variant) return count(key, write(response, variant, headers['if-none-match']), began);
    void answer.prepare(encoding).then((prepared) => {
      store.weighAgain(key, answer);
      count(key, write(response, prepared, headers['if-none-match']), began);
    });
  };

  const begin = (key: string, shared: boolean): Errand => {
    if (!shared) return { key, version: -1, done: () => undefined };
    const answer = Promise.withResolvers<CachedResponse | null>();
    underway.set(key, answer.promise);
    const done = (result: CachedResponse | null) => {
      if (underway.get(key) === answer.promise) underway.delete(key);
      answer.resolve(result);
    };
    return { key, version: source.version, done };
  };

  const finish = (errand: Errand, answer: CachedResponse): void => {
    const holds = errand.version === source.version && source.listening;
    if (holds) store.set(errand.key, answer, performance.now() + LIFE_MS);
    errand.done(answer);
  };

  answerFirst(
    fastify.server,
    (request, response, pass) => {
      // A page of another origin gets headers of its own.
      if (request.method !== 'GET' || request.headers.origin !== undefined) return false;
      // Reading an address that is new here costs more than sending its visitor away.
      if (!spellings.has(request.url!) && !admit(request, response)) return true;
      const key = keyOf(request.url!);
      if (key === null) return false;
      const shared = keep && source.listening;
      const began = performance.now();
      const visit = { key, request, response, began };
      const ready = shared ? store.get(key, began) : undefined;
      if (ready) {
        found.ready.inc();
        answerWith(ready, visit);
        return true;
      }
      const others = shared && underway.get(key);
      if (others) {
        found.underway.inc();
        httpInFlight.inc();
        void others.then((answer) => {
          httpInFlight.dec();
          if (answer) answerWith(answer, visit);
          else pass();
        });
        return true;
      }
      if (!admit(request, response)) return true;
      found.nothing.inc();
      const errand = begin(key, shared);
      errands.set(request, errand);
      // Through the framework the errand may end in many ways: nobody waits longer than this visitor.
      const endWithResponse = () => {
        if (response.closed) errand.done(null);
        else response.once('close', () => errand.done(null));
      };
      const text = head && read(key, addressOf(request));
      if (!text) {
        endWithResponse();
        return false;
      }
      httpInFlight.inc();
      void text.then(
        (body) => {
          httpInFlight.dec();
          const answer = new CachedResponse(Buffer.from(body), head!);
          finish(errand, answer);
          answerWith(answer, visit);
        },
        // The route knows how to say what is wrong.
        () => {
          httpInFlight.dec();
          endWithResponse();
          pass();
        },
      );
      return true;
    },
    admit,
  );

  fastify.addHook('onSend', async (request, reply, payload) => {
    const errand = errands.get(request.raw);
    if (!errand) return payload;
    if (reply.statusCode !== 200 || typeof payload !== 'string') {
      errand.done(null);
      return payload;
    }
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
    void reply.header('cache-control', cacheControl).header('vary', vary);
    head = commonHead(reply.getHeaders());
    const answer = new CachedResponse(Buffer.from(payload), head);
    const variant = await answer.prepare(encodingFor(request.headers['accept-encoding']));
    finish(errand, answer);
    for (let at = 0; at < variant.head.length; at += 2) reply.header(variant.head[at]!, variant.head[at + 1]);
    if (!isSame(variant.etag, request.headers['if-none-match'])) return variant.body;
    for (const name of ['content-type', 'content-length', 'content-encoding']) reply.removeHeader(name);
    void reply.code(304);
    return null;
  });

  return (given, reader) => {
    source = given;
    read = reader;
    given.onChange(() => {
      store.clear();
      // Whoever asks from now on must not be handed what was read before the change.
      underway.clear();
    });
  };
}
