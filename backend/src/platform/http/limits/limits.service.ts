import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Config } from '../../config/config.js';
import { rateLimited } from '../../telemetry/metrics.js';
import { ApiError } from '../../api-error.js';
import { Sql } from '../../database/sql.js';
import { CONFIG } from '../../tokens.js';
import { type Count, createCounter, BatchedCounter, limitsRedis, type SharedStore, take } from './limits-counter.js';
import { type Flow, pauseSeconds, type Rule, rulesUnder } from './limits-rules.js';
import { networkPrefixes, WIDER } from './network-prefix.js';

export interface Caller {
  ip: string;
  account: string | null;
  /** The owner of the account has signed in from this network before. */
  knownPlace?: boolean;
}

/** An admitted request. */
export interface Admission {
  /**
   * Headers of the limit that is closest to exhaustion. Counts of failures are left out: a sign-in resets them, so they
   * would show an unauthenticated client that the owner of the account has signed in.
   */
  headers: Record<string, string>;
  /** The attempt succeeded: deletes earlier failures. */
  succeeded(): Promise<void>;
  /** Removes the request from the counts, as it was not an attempt. */
  refund(): Promise<void>;
}

/** One rule and its counters. */
interface Meter {
  rule: Rule;
  counter: RateLimiterAbstract;
  /** For rules that count failures. */
  pauses: RateLimiterAbstract | null;
  batches: BatchedCounter | null;
  /** Counts per /48 of an IPv6 address instead of per /64. */
  wide: boolean;
}

interface Taken {
  meter: Meter;
  key: string;
  count: Attempt;
}

/** `pausing`: this attempt started a pause. */
type Attempt = Count & { pausing?: boolean };

const SWEEP_MS = 10 * 60_000;

/** Counts requests, in Redis or PostgreSQL where replicas share a limit, and refuses those above a limit. */
@Injectable()
export class Limits implements OnModuleInit, OnApplicationShutdown {
  private readonly meters = new Map<string, Meter[]>();
  private readonly redis: Redis | null;
  private readonly secret: KeyObject;
  private sweeping?: NodeJS.Timeout;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly sql: Sql,
  ) {
    this.redis = config.redisUrl ? limitsRedis(config.redisUrl) : null;
    // A key object avoids parsing the key for thousands of views per second.
    this.secret = createSecretKey(createHmac('sha256', config.tokenSecret).update('limits').digest());
    const store: SharedStore = this.redis ? { redis: this.redis } : { sql };
    for (const [name, rule] of Object.entries(rulesUnder(config.limits))) {
      const flow = name.split('.')[0]!;
      const meters = [createMeter(name, rule, store, false)];
      if (rule.by === 'ip' || rule.by === 'account-at')
        meters.push(createMeter(`${name}.wide`, { ...rule, count: rule.count * WIDER }, store, true));
      this.meters.set(flow, [...(this.meters.get(flow) ?? []), ...meters]);
    }
    for (const flow of this.meters.keys()) rateLimited.inc({ flow }, 0);
  }

  async onModuleInit(): Promise<void> {
    if (this.redis) await once(this.redis, 'ready', { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    else this.sweeping = setInterval(() => void this.sweep(), SWEEP_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweeping);
    this.redis?.disconnect();
  }

  /** @throws {ApiError} 429 TOO_MANY_REQUESTS with the seconds to wait */
  async admit(flow: Flow, caller: Caller): Promise<Admission> {
    const taken: Taken[] = [];
    for (const meter of this.meters.get(flow) ?? []) {
      const { rule } = meter;
      const counted = keyFor(meter, caller);
      if (counted === null) continue;
      // Per-process counts are not stored, so their keys need no hash.
      const key = rule.local ? counted : this.hashKey(counted);
      const count = await this.count(meter, key);
      if (count.refused) {
        await this.undoFailures(taken);
        rateLimited.inc({ flow });
        throw new TooManyRequests(rule, count);
      }
      taken.push({ meter, key, count });
    }
    // Cached responses carry no count of one client.
    const shown = taken.filter(({ meter: { rule } }) => !rule.local && !rule.failures);
    const closest = shown.toSorted((a, b) => shareLeft(a) - shareLeft(b))[0];
    return {
      headers: closest ? limitHeaders(closest.meter.rule, closest.count) : {},
      succeeded: async () => {
        for (const { meter, key } of taken) if (meter.rule.failures) await this.clearFailures(meter, key);
      },
      refund: async () => {
        for (const { meter, key } of taken) if (!meter.rule.local && !meter.rule.open) await meter.counter.reward(key);
      },
    };
  }

  private count(meter: Meter, key: string): Promise<Attempt> {
    if (meter.batches) return meter.batches.take(key);
    return meter.pauses ? this.countFailure(meter, meter.pauses, key) : take(meter.counter, key);
  }

  /** Counts an attempt as a failure until it succeeds, so that concurrent attempts are counted separately. */
  private async countFailure({ rule, counter }: Meter, pauses: RateLimiterAbstract, key: string): Promise<Attempt> {
    const pause = await pauses.get(key);
    if (pause && pause.consumedPoints > 0 && pause.msBeforeNext > 0) {
      return { refused: true, left: 0, ms: pause.msBeforeNext };
    }
    const { consumedPoints, msBeforeNext } = await counter.penalty(key);
    const beyond = consumedPoints - rule.count + 1;
    if (beyond <= 0) return { refused: false, left: 1 - beyond, ms: msBeforeNext };
    const seconds = pauseSeconds(beyond);
    try {
      await pauses.consume(key, 1, { customDuration: seconds });
      return { refused: false, left: 0, ms: seconds * 1_000, pausing: true };
    } catch {
      await counter.reward(key);
      return { refused: true, left: 0, ms: seconds * 1_000 };
    }
  }

  /** A request refused by one rule does not count as a failure of another. */
  private async undoFailures(taken: Taken[]): Promise<void> {
    for (const { meter, key, count } of taken) {
      if (!meter.rule.failures) continue;
      await meter.counter.reward(key);
      if (count.pausing) await meter.pauses!.delete(key);
    }
  }

  private async clearFailures({ counter, pauses }: Meter, key: string): Promise<void> {
    await Promise.all([counter.delete(key), pauses?.delete(key)]);
  }

  /** The store contains neither addresses nor account ids. */
  private hashKey(who: string): string {
    return createHmac('sha256', this.secret).update(who).digest('base64url').slice(0, 27);
  }

  private async sweep(): Promise<void> {
    await this.sql.rows('delete from rate_limits where expire < $1', [Date.now() - 60_000]).catch(() => undefined);
  }
}

function createMeter(name: string, rule: Rule, store: SharedStore, wide: boolean): Meter {
  const counter = createCounter(name, rule, store);
  const pauses = rule.failures ? createCounter(`${name}.pause`, { ...rule, count: 1 }, store) : null;
  // Thousands of views arrive per second.
  return { rule, counter, pauses, batches: rule.open ? new BatchedCounter(counter, rule) : null, wide };
}

/** @returns the key that a meter counts the request under; null when the rule does not apply */
function keyFor({ rule, wide }: Meter, { ip, account, knownPlace = false }: Caller): string | null {
  const [narrow, whole] = networkPrefixes(ip);
  // Other customers in the same /48 must not lock an owner out of a known place.
  const network = wide ? (knownPlace ? undefined : whole) : narrow;
  switch (rule.by) {
    case 'ip':
      return network ?? null;
    case 'account':
      return rule.exceptKnownPlaces && knownPlace ? null : account;
    case 'account-at':
      return account === null || network === undefined ? null : `${account}|${network}`;
    default:
      return null;
  }
}

const shareLeft = ({ meter, count }: Taken) => count.left / meter.rule.count;

function limitHeaders(rule: Rule, { left, ms }: Count): Record<string, string> {
  return {
    'ratelimit-limit': String(rule.count),
    'ratelimit-remaining': String(left),
    'ratelimit-reset': String(Math.ceil(ms / 1_000)),
    'ratelimit-policy': `${rule.count};w=${rule.seconds}`,
  };
}

class TooManyRequests extends ApiError {
  readonly headers: Record<string, string>;

  constructor(rule: Rule, { ms, ...count }: Count) {
    const wait = Math.max(ms, 1_000);
    super(429, 'TOO_MANY_REQUESTS', 'Too many requests. Please try again later.', undefined, Math.ceil(wait / 1_000));
    this.headers = rule.failures ? {} : limitHeaders(rule, { ...count, left: 0, ms: wait });
  }
}

/** Headers of a refusal besides Retry-After. */
export const getRefusalHeaders = (error: unknown) => (error instanceof TooManyRequests ? error.headers : {});
