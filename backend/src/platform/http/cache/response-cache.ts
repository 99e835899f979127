import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpInFlight, cachedResponses } from '../../telemetry/metrics.js';
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

export interface ResponseCacheOptions {
  /** The cache key of a URL; null when its response is not cached. */
  toKey(url: string): string | null;
  /** The route template of a cache key. */
  getRoute(key: string): string;
  cacheControl: string;
  /** False disables the cache and keeps the ETags. */
  keep: boolean;
  /** The client's address behind trusted proxies. */
  getAddress(request: IncomingMessage): string;
  /** Called before a response is built, but not for a cache hit or a shared miss. */
  admit: Admit;
}

/** Time to live in milliseconds: view counts change without a change event and may be this old. */
const LIFE_MS = 5_000;
const LIMIT = 64 * 1024 * 1024;
const SPELLINGS = 10_000;

const NOTHING_YET: Read = () => null;

const found = {
  ready: cachedResponses.labels('hit'),
  underway: cachedResponses.labels('shared'),
  nothing: cachedResponses.labels('miss'),
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
  options: ResponseCacheOptions,
): (source: Source, read: Read) => void {
  const cache = new ResponseCache(options);
  respondFirst(fastify.server, (request, response, pass) => cache.respond(request, response, pass), options.admit);
  fastify.addHook('onSend', (request, reply, payload) => cache.onSend(request, reply, payload));
  return (source, read) => cache.connect(source, read);
}

class ResponseCache {
  private source: Pick<Source, 'listening' | 'version'> = { listening: false, version: 0 };
  private read: Read = NOTHING_YET;
  /** The headers that the application adds to every such response, taken from the first one. */
  private head: CommonHead | null = null;
  private readonly store = responseStore(LIMIT, LIFE_MS);
  private readonly underway = new Map<string, Promise<CachedResponse | null>>();
  /** A URL without a cache key has the empty one. */
  private readonly spellings = new LRUCache<string, string>({ max: SPELLINGS });
  private readonly misses = new WeakMap<IncomingMessage, Miss>();
  private readonly counts = new Map<string, CountResponse>();

  constructor(private readonly options: ResponseCacheOptions) {}

  connect(source: Source, read: Read): void {
    this.source = source;
    this.read = read;
    source.onChange(() => {
      this.store.clear();
      // New requests must not share a response that was read before the change.
      this.underway.clear();
    });
  }

  respond(request: IncomingMessage, response: ServerResponse, pass: () => void): boolean {
    // Cross-origin requests get different headers.
    if (request.method !== 'GET' || request.headers.origin !== undefined) return false;
    const known = this.spellings.get(request.url!);
    // Parsing a new URL costs more than a refusal.
    if (known === undefined && !this.options.admit(request, response)) return true;
    const key = known ?? this.newSpelling(request.url!);
    if (key === '') return false;
    const shared = this.options.keep && this.source.listening;
    const pending = { key, request, response, began: performance.now() };
    const ready = shared ? this.store.get(key) : undefined;
    if (ready) {
      found.ready.inc();
      this.answerWith(ready, pending);
      return true;
    }
    const others = shared && this.underway.get(key);
    if (others) {
      this.waitFor(others, pending, pass);
      return true;
    }
    if (!this.options.admit(request, response)) return true;
    found.nothing.inc();
    return this.build(this.begin(key, shared), pending, pass);
  }

  /** Completes a response of the route. */
  async onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const miss = this.misses.get(request.raw);
    if (!miss) return payload;
    if (reply.statusCode !== 200 || typeof payload !== 'string') {
      miss.done(null);
      return payload;
    }
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
    void reply.header('cache-control', this.options.cacheControl).header('vary', vary);
    this.head = commonHead(reply.getHeaders());
    const answer = new CachedResponse(Buffer.from(payload), this.head);
    const variant = await answer.prepare(encodingFor(request.headers['accept-encoding']));
    this.finish(miss, answer);
    for (let at = 0; at < variant.head.length; at += 2) reply.header(variant.head[at]!, variant.head[at + 1]);
    if (!isSame(variant.etag, request.headers['if-none-match'])) return variant.body;
    for (const name of ['content-type', 'content-length', 'content-encoding']) reply.removeHeader(name);
    void reply.code(304);
    return null;
  }

  private newSpelling(url: string): string {
    const key = this.options.toKey(url) ?? '';
    if (url.length <= 500) this.spellings.set(url, key);
    return key;
  }

  private answerWith(answer: CachedResponse, { key, request, response, began }: PendingRequest): void {
    const { headers } = request;
    const encoding = encodingFor(headers['accept-encoding']);
    const variant = answer.variant(encoding);
    if (variant) return this.count(key, write(response, variant, headers['if-none-match']), began);
    void answer.prepare(encoding).then((prepared) => {
      updateSize(this.store, key, answer);
      this.count(key, write(response, prepared, headers['if-none-match']), began);
    });
  }

  private count(key: string, status: number, began: number): void {
    const route = this.options.getRoute(key);
    let known = this.counts.get(route);
    if (!known) this.counts.set(route, (known = responseCounter('GET', route)));
    known(status, (performance.now() - began) / 1_000);
  }

  private waitFor(others: Promise<CachedResponse | null>, pending: PendingRequest, pass: () => void): void {
    found.underway.inc();
    httpInFlight.inc();
    void others.then((answer) => {
      httpInFlight.dec();
      if (answer) this.answerWith(answer, pending);
      else pass();
    });
  }

  private begin(key: string, shared: boolean): Miss {
    if (!shared) return { key, version: -1, done: () => undefined };
    const answer = Promise.withResolvers<CachedResponse | null>();
    this.underway.set(key, answer.promise);
    const done = (result: CachedResponse | null) => {
      if (this.underway.get(key) === answer.promise) this.underway.delete(key);
      answer.resolve(result);
    };
    return { key, version: this.source.version, done };
  }

  /** @returns whether it responds itself; otherwise the route does */
  private build(miss: Miss, pending: PendingRequest, pass: () => void): boolean {
    const { key, request, response } = pending;
    this.misses.set(request, miss);
    // In Fastify the request may end in many ways; waiting requests end with this one at the latest.
    const endWithResponse = () => {
      if (response.closed) miss.done(null);
      else response.once('close', () => miss.done(null));
    };
    const { head } = this;
    const text = head && this.read(key, this.options.getAddress(request));
    if (!text) {
      endWithResponse();
      return false;
    }
    httpInFlight.inc();
    void text.then(
      (body) => {
        httpInFlight.dec();
        const answer = new CachedResponse(Buffer.from(body), head);
        this.finish(miss, answer);
        this.answerWith(answer, pending);
      },
      // The route repeats the request and reports the error.
      () => {
        httpInFlight.dec();
        endWithResponse();
        pass();
      },
    );
    return true;
  }

  private finish(miss: Miss, answer: CachedResponse): void {
    const valid = miss.version === this.source.version && this.source.listening;
    if (valid) this.store.set(miss.key, answer);
    miss.done(answer);
  }
}
