import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpInFlight, keptAnswers } from '../../telemetry/metrics.js';
import { respondFirst } from './cache-first.js';
import { responseStore, updateSize } from './response-store.js';
import { responseCounter, type CountResponse } from '../count-responses.js';
import type { Admit } from '../limits/overload.js';
import { type CommonHead, commonHead, encodingFor, isSame, CachedResponse, write } from './cached-response.js';

/**
 * The data that cached responses depend on. `version` changes with the data; when `listening` is false, changes are not
 * received.
 */
export interface Source {
  readonly listening: boolean;
  readonly version: number;
  onChange(hearer: () => void): void;
}

/**
 * Builds a response without the route around it, which costs five times as much as the response.
 * @returns null when only the route can decide; after an error the route handles the request and reports the error
 */
export type Read = (key: string, ip: string) => Promise<string> | null;

export interface AnswerCacheOptions {
  /** The cache key of a URL; null when its response is not cached. */
  keyOf(url: string): string | null;
  /** The route template of a cache key. */
  routeOf(key: string): string;
  cacheControl: string;
  /** False disables the cache and keeps the ETags. */
  keep: boolean;
  /** The client's address behind trusted proxies. */
  addressOf(request: IncomingMessage): string;
  /** Called before a response is built, but not for a cache hit or a shared miss. */
  admit: Admit;
}

/** Time to live in milliseconds: view counts change without a change event and may be this old. */
const LIFE_MS = 5_000;
const LIMIT = 64 * 1024 * 1024;
const SPELLINGS = 10_000;

const NOTHING_YET: Read = () => null;

const found = {
  ready: keptAnswers.labels('hit'),
  underway: keptAnswers.labels('shared'),
  nothing: keptAnswers.labels('miss'),
};

interface PendingRequest {
  key: string;
  request: IncomingMessage;
  response: ServerResponse;
  /** By performance.now(). */
  began: number;
}

interface Miss {
  key: string;
  version: number;
  /** Resolves the requests that wait for the same response; null when there is none to share. */
  done(answer: CachedResponse | null): void;
}

/**
 * The response cache of this process. A hit is sent before Fastify runs any route, guard, pipe, log line or rate limit:
 * it costs less than the decision to refuse it. Metrics count it; the log does not contain it. Concurrent misses for
 * one key share one response, built outside Fastify unless only the route can decide.
 * @returns a function that sets the source; before that nothing is cached
 */
export function cacheAnswers(
  fastify: FastifyInstance,
  options: AnswerCacheOptions,
): (source: Source, read: Read) => void {
  const { cacheControl, keep, addressOf, admit } = options;
  let source: Pick<Source, 'listening' | 'version'> = { listening: false, version: 0 };
  let read: Read = NOTHING_YET;
  // The headers that the application adds to every such response, taken from the first one.
  let head: CommonHead | null = null;
  const store = responseStore(LIMIT, LIFE_MS);
  const underway = new Map<string, Promise<CachedResponse | null>>();
  // A URL without a cache key has the empty one.
  const spellings = new LRUCache<string, string>({ max: SPELLINGS });
  const misses = new WeakMap<IncomingMessage, Miss>();
  const newSpelling = (url: string): string => {
    const key = options.keyOf(url) ?? '';
    if (url.length <= 500) spellings.set(url, key);
    return key;
  };

  const counts = new Map<string, CountResponse>();
  const count = (key: string, status: number, began: number): void => {
    const route = options.routeOf(key);
    let known = counts.get(route);
    if (!known) counts.set(route, (known = responseCounter('GET', route)));
    known(status, (performance.now() - began) / 1_000);
  };

  const answerWith = (answer: CachedResponse, { key, request, response, began }: PendingRequest): void => {
    const { headers } = request;
    const encoding = encodingFor(headers['accept-encoding']);
    const variant = answer.variant(encoding);
    if (variant) return count(key, write(response, variant, headers['if-none-match']), began);
    void answer.prepare(encoding).then((prepared) => {
      updateSize(store, key, answer);
      count(key, write(response, prepared, headers['if-none-match']), began);
    });
  };

  const begin = (key: string, shared: boolean): Miss => {
    if (!shared) return { key, version: -1, done: () => undefined };
    const answer = Promise.withResolvers<CachedResponse | null>();
    underway.set(key, answer.promise);
    const done = (result: CachedResponse | null) => {
      if (underway.get(key) === answer.promise) underway.delete(key);
      answer.resolve(result);
    };
    return { key, version: source.version, done };
  };

  const finish = (miss: Miss, answer: CachedResponse): void => {
    const holds = miss.version === source.version && source.listening;
    if (holds) store.set(miss.key, answer);
    miss.done(answer);
  };

  respondFirst(
    fastify.server,
    (request, response, pass) => {
      // Cross-origin requests get different headers.
      if (request.method !== 'GET' || request.headers.origin !== undefined) return false;
      // Parsing a new URL costs more than a refusal.
      const known = spellings.get(request.url!);
      if (known === undefined && !admit(request, response)) return true;
      const key = known ?? newSpelling(request.url!);
      if (key === '') return false;
      const shared = keep && source.listening;
      const began = performance.now();
      const visit = { key, request, response, began };
      const ready = shared ? store.get(key) : undefined;
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
      const miss = begin(key, shared);
      misses.set(request, miss);
      // In Fastify the request may end in many ways; waiting requests end with this one at the latest.
      const endWithResponse = () => {
        if (response.closed) miss.done(null);
        else response.once('close', () => miss.done(null));
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
          finish(miss, answer);
          answerWith(answer, visit);
        },
        // The route repeats the request and reports the error.
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
    const miss = misses.get(request.raw);
    if (!miss) return payload;
    if (reply.statusCode !== 200 || typeof payload !== 'string') {
      miss.done(null);
      return payload;
    }
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
    void reply.header('cache-control', cacheControl).header('vary', vary);
    head = commonHead(reply.getHeaders());
    const answer = new CachedResponse(Buffer.from(payload), head);
    const variant = await answer.prepare(encodingFor(request.headers['accept-encoding']));
    finish(miss, answer);
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
      // New requests must not share a response that was read before the change.
      underway.clear();
    });
  };
}
