import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpInFlight, cachedResponses } from '../../telemetry/metrics.js';
import { respondFirst } from './cache-first.js';
import { responseStore, updateSize } from './response-store.js';
import { responseCounter, type CountResponse } from '../count-responses.js';
import type { Admit } from '../limits/overload.js';
import { type CommonHead, commonHead, chooseEncoding, matchesEtag, CachedResponse, write } from './cached-response.js';

/**
 * The data that cached responses depend on. `version` changes with the data. While `listening` is false, changes are not
 * noticed, so nothing is cached.
 */
export interface Source {
  readonly listening: boolean;
  readonly version: number;
  onChange(listener: () => void): void;
}

/**
 * Builds a response without calling the route: running the route takes five times as long as building the response. When the
 * promise rejects, the route handles the request and reports the error.
 * @returns null when only the route can handle the request
 */
export type Read = (key: string, ip: string) => Promise<string> | null;

export interface ResponseCacheOptions {
  /** The cache key of a URL; null when its response is not cached. */
  toKey(url: string): string | null;
  /** The route template of a cache key. */
  getRoute(key: string): string;
  cacheControl: string;
  /** False disables the cache; responses still have ETags. */
  enabled: boolean;
  /** The client's address behind trusted proxies. */
  getAddress(request: IncomingMessage): string;
  /** Called before a URL is parsed for the first time, and before a response is built. */
  admit: Admit;
}

/** Time to live in milliseconds. View counts change without a change event, so they can be this old. */
const TTL_MS = 5_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_URLS = 10_000;

const NO_READ: Read = () => null;

const lookups = {
  hit: cachedResponses.labels('hit'),
  shared: cachedResponses.labels('shared'),
  miss: cachedResponses.labels('miss'),
};

interface PendingRequest {
  key: string;
  request: IncomingMessage;
  response: ServerResponse;
  /** When the request arrived, in milliseconds of performance.now(). */
  startedAt: number;
}

interface Miss {
  key: string;
  version: number;
  /** Ends the wait of concurrent requests for the same key; null when there is no response that they can share. */
  done(result: CachedResponse | null): void;
}

/**
 * The response cache of this process. A hit is sent before Fastify runs: without guards, pipes, a log line or a rate limit,
 * because sending it costs less than deciding to refuse it. Metrics count hits. Concurrent misses for one key share one
 * response, which is built without the route where possible.
 * @returns a function that connects the source of changes; nothing is cached before it is called
 */
export function cacheResponses(
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
  private read: Read = NO_READ;
  /** Headers for responses that the cache builds itself, taken from the last cacheable response of a route. */
  private head: CommonHead | null = null;
  private readonly store = responseStore(MAX_BYTES, TTL_MS);
  private readonly pendingResponses = new Map<string, Promise<CachedResponse | null>>();
  /** Cache keys by URL; the empty string for a URL without a cache key. */
  private readonly keys = new LRUCache<string, string>({ max: MAX_URLS });
  private readonly misses = new WeakMap<IncomingMessage, Miss>();
  private readonly counts = new Map<string, CountResponse>();

  constructor(private readonly options: ResponseCacheOptions) {}

  connect(source: Source, read: Read): void {
    this.source = source;
    this.read = read;
    source.onChange(() => {
      this.store.clear();
      // New requests must not share a response that was read before the change.
      this.pendingResponses.clear();
    });
  }

  respond(request: IncomingMessage, response: ServerResponse, pass: () => void): boolean {
    // Fastify responds to cross-origin requests, because they get other headers.
    if (request.method !== 'GET' || request.headers.origin !== undefined) return false;
    const cachedKey = this.keys.get(request.url!);
    // Parsing a new URL costs more than refusing the request.
    if (cachedKey === undefined && !this.options.admit(request, response)) return true;
    const key = cachedKey ?? this.computeKey(request.url!);
    if (key === '') return false;
    const cacheable = this.options.enabled && this.source.listening;
    const pending = { key, request, response, startedAt: performance.now() };
    const cached = cacheable ? this.store.get(key) : undefined;
    if (cached) {
      lookups.hit.inc();
      this.send(cached, pending);
      return true;
    }
    const concurrent = cacheable && this.pendingResponses.get(key);
    if (concurrent) {
      this.sendWhenReady(concurrent, pending, pass);
      return true;
    }
    if (!this.options.admit(request, response)) return true;
    lookups.miss.inc();
    return this.build(this.startMiss(key, cacheable), pending, pass);
  }

  /** Adds cache headers to the response of a route and stores the response. */
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
    const result = new CachedResponse(Buffer.from(payload), this.head);
    const variant = await result.prepare(chooseEncoding(request.headers['accept-encoding']));
    this.finish(miss, result);
    for (let index = 0; index < variant.head.length; index += 2)
      reply.header(variant.head[index]!, variant.head[index + 1]);
    if (!matchesEtag(variant.etag, request.headers['if-none-match'])) return variant.body;
    for (const name of ['content-type', 'content-length', 'content-encoding']) reply.removeHeader(name);
    void reply.code(304);
    return null;
  }

  private computeKey(url: string): string {
    const key = this.options.toKey(url) ?? '';
    if (url.length <= 500) this.keys.set(url, key);
    return key;
  }

  private send(result: CachedResponse, { key, request, response, startedAt }: PendingRequest): void {
    const { headers } = request;
    const encoding = chooseEncoding(headers['accept-encoding']);
    const variant = result.variant(encoding);
    if (variant) return this.count(key, write(response, variant, headers['if-none-match']), startedAt);
    void result.prepare(encoding).then((prepared) => {
      updateSize(this.store, key, result);
      this.count(key, write(response, prepared, headers['if-none-match']), startedAt);
    });
  }

  private count(key: string, status: number, startedAt: number): void {
    const route = this.options.getRoute(key);
    let countResponse = this.counts.get(route);
    if (!countResponse) this.counts.set(route, (countResponse = responseCounter('GET', route)));
    countResponse(status, (performance.now() - startedAt) / 1_000);
  }

  private sendWhenReady(concurrent: Promise<CachedResponse | null>, pending: PendingRequest, pass: () => void): void {
    lookups.shared.inc();
    httpInFlight.inc();
    void concurrent.then((result) => {
      httpInFlight.dec();
      if (result) this.send(result, pending);
      else pass();
    });
  }

  private startMiss(key: string, cacheable: boolean): Miss {
    if (!cacheable) return { key, version: -1, done: () => undefined };
    const pending = Promise.withResolvers<CachedResponse | null>();
    this.pendingResponses.set(key, pending.promise);
    const done = (result: CachedResponse | null) => {
      if (this.pendingResponses.get(key) === pending.promise) this.pendingResponses.delete(key);
      pending.resolve(result);
    };
    return { key, version: this.source.version, done };
  }

  /** @returns false when the route has to respond */
  private build(miss: Miss, pending: PendingRequest, pass: () => void): boolean {
    const { key, request, response } = pending;
    this.misses.set(request, miss);
    // In Fastify this request can end without a cacheable response. Requests that wait for it must then pass to Fastify.
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
        const result = new CachedResponse(Buffer.from(body), head);
        this.finish(miss, result);
        this.send(result, pending);
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

  private finish(miss: Miss, result: CachedResponse): void {
    const valid = miss.version === this.source.version && this.source.listening;
    if (valid) this.store.set(miss.key, result);
    miss.done(result);
  }
}
