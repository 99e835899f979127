import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerFirst } from './answer-first.js';
import { AnswerStore } from './answer-store.js';
import { type CommonHead, commonHead, encodingFor, isSame, StoredAnswer, write } from './stored-answer.js';

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
  cacheControl: string;
  /** False still gives entity tags, but works every answer out anew. */
  keep: boolean;
  /** The visitor's address, behind the proxies that may name it. */
  addressOf(request: IncomingMessage): string;
}

/** Views are counted into answers without a change being announced; this is how long they may be behind. */
const LIFE_MS = 5_000;
const LIMIT = 64 * 1024 * 1024;
const SPELLINGS = 10_000;

const NOTHING_YET: Read = () => null;

interface Errand {
  key: string;
  version: number;
  /** Tells those who wait for the same answer; null when there is none to share. */
  done(answer: StoredAnswer | null): void;
}

/**
 * Ready answers of this process. A hit is written before the framework hears of it, and so before any route, guard, pipe,
 * log line or limit: it costs less than deciding whether to refuse it. A miss is worked out once, however many wait for it,
 * and past the framework too, unless there is something that only the route can say.
 *
 * @returns what to call with the source; until then nothing is kept
 */
export function cacheAnswers(
  fastify: FastifyInstance,
  options: AnswerCacheOptions,
): (source: Source, read: Read) => void {
  const { cacheControl, keep, addressOf } = options;
  let source: Pick<Source, 'listening' | 'version'> = { listening: false, version: 0 };
  let read: Read = NOTHING_YET;
  // What the application adds to every such answer, as it did to the first.
  let head: CommonHead | null = null;
  const store = new AnswerStore(LIMIT);
  const underway = new Map<string, Promise<StoredAnswer | null>>();
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

  const answerWith = (answer: StoredAnswer, key: string, request: IncomingMessage, response: ServerResponse): void => {
    const { headers } = request;
    const encoding = encodingFor(headers['accept-encoding']);
    const variant = answer.variant(encoding);
    if (variant) return write(response, variant, headers['if-none-match']);
    void answer.prepare(encoding).then((prepared) => {
      store.weighAgain(key, answer);
      write(response, prepared, headers['if-none-match']);
    });
  };

  const begin = (key: string, shared: boolean): Errand => {
    if (!shared) return { key, version: -1, done: () => undefined };
    const answer = Promise.withResolvers<StoredAnswer | null>();
    underway.set(key, answer.promise);
    const done = (result: StoredAnswer | null) => {
      if (underway.get(key) === answer.promise) underway.delete(key);
      answer.resolve(result);
    };
    return { key, version: source.version, done };
  };

  const finish = (errand: Errand, answer: StoredAnswer): void => {
    const holds = errand.version === source.version && source.listening;
    if (holds) store.set(errand.key, answer, performance.now() + LIFE_MS);
    errand.done(answer);
  };

  answerFirst(fastify.server, (request, response, pass) => {
    // A page of another origin gets headers of its own.
    if (request.method !== 'GET' || request.headers.origin !== undefined) return false;
    const key = keyOf(request.url!);
    if (key === null) return false;
    const shared = keep && source.listening;
    const ready = shared ? store.get(key, performance.now()) : undefined;
    if (ready) {
      answerWith(ready, key, request, response);
      return true;
    }
    const others = shared && underway.get(key);
    if (others) {
      void others.then((answer) => (answer ? answerWith(answer, key, request, response) : pass()));
      return true;
    }
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
    void text.then(
      (body) => {
        const answer = new StoredAnswer(Buffer.from(body), head!);
        finish(errand, answer);
        answerWith(answer, key, request, response);
      },
      // The route knows how to say what is wrong.
      () => {
        endWithResponse();
        pass();
      },
    );
    return true;
  });

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
    const answer = new StoredAnswer(Buffer.from(payload), head);
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
