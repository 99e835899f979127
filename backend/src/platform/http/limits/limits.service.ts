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
import { type Flow, PASSWORD_CHECKS, pauseSeconds, type Rule, effectiveRules } from './limits-rules.js';
import { networkPrefixes, WIDE_FACTOR } from './network-prefix.js';

export interface Caller {
  ip: string;
  account: string | null;
  /** Whether the account was used from this network before. */
  knownPlace?: boolean;
}

/** An admitted request. */
export interface Admission {
  /**
   * Rate limit headers of the limit that is closest to exhaustion. Limits on failures have no headers: a sign-in resets
   * these limits, so headers would show any client that the owner of the account has signed in.
   */
  headers: Record<string, string>;
  /** Call when the attempt succeeded: deletes the failures that were counted before, except wrong passwords. */
  succeeded(): Promise<void>;
  /** Call when the attempt failed, but not because of a wrong password. */
  hadNoWrongPassword(): Promise<void>;
  /** Call when the request was not an attempt: removes it from the counts. */
  refund(): Promise<void>;
}

/** One rule and its counters. */
interface Meter {
  rule: Rule;
  counter: RateLimiterAbstract;
  /** The pauses after failures; null for rules that do not count failures. */
  pauses: RateLimiterAbstract | null;
  batches: BatchedCounter | null;
  /** Counts per /48 of an IPv6 address instead of per /64. */
  wide: boolean;
}

interface CountedAttempt {
  meter: Meter;
  key: string;
  count: Attempt;
}

/** `pausing`: this attempt started a pause. */
type Attempt = Count & { pausing?: boolean };

const SWEEP_MS = 10 * 60_000;

/** Counts requests and refuses those above a limit. The counts that replicas share are stored in Redis or PostgreSQL. */
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
    // Created once, because thousands of views arrive per second, and Node would parse a text key for each of them.
    this.secret = createSecretKey(createHmac('sha256', config.tokenSecret).update('limits').digest());
    const store: SharedStore = this.redis ? { redis: this.redis } : { sql };
    for (const [name, rule] of Object.entries(effectiveRules(config.limits))) {
      const flow = name.split('.')[0]!;
      const meters = [createMeter(name, rule, store, false)];
      if (rule.by === 'ip' || rule.by === 'account-at')
        meters.push(createMeter(`${name}.wide`, { ...rule, count: rule.count * WIDE_FACTOR }, store, true));
      this.meters.set(flow, [...(this.meters.get(flow) ?? []), ...meters]);
    }
    for (const flow of PASSWORD_CHECKS)
      this.meters.set(flow, [...this.meters.get(flow)!, ...this.meters.get('password-check')!]);
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
    const counted: CountedAttempt[] = [];
    for (const meter of this.meters.get(flow) ?? []) {
      const { rule } = meter;
      const rawKey = keyFor(meter, caller);
      if (rawKey === null) continue;
      // Per-process counts are not stored, so their keys need no hash.
      const key = rule.local ? rawKey : this.hashKey(rawKey);
      const count = await this.count(meter, key);
      if (count.refused) {
        await this.undoFailures(counted.filter((attempt) => attempt.meter.rule.failures));
        rateLimited.inc({ flow });
        throw new TooManyRequests(rule, count);
      }
      counted.push({ meter, key, count });
    }
    // Local limits send no headers, because responses under these limits are cached and sent to other clients.
    const withHeaders = counted.filter(({ meter: { rule } }) => !rule.local && !rule.failures);
    const closest = withHeaders.toSorted((a, b) => remainingShare(a) - remainingShare(b))[0];
    const wrongPasswords = counted.filter(({ meter }) => meter.rule.wrongPasswords);
    return {
      headers: closest ? limitHeaders(closest.meter.rule, closest.count) : {},
      succeeded: async () => {
        await this.undoFailures(wrongPasswords);
        for (const { meter, key } of counted)
          if (meter.rule.failures && !meter.rule.wrongPasswords) await this.clearFailures(meter, key);
      },
      hadNoWrongPassword: () => this.undoFailures(wrongPasswords),
      refund: async () => {
        for (const { meter, key } of counted)
          if (!meter.rule.local && !meter.rule.open && !meter.rule.failures) await meter.counter.reward(key);
        await this.undoFailures(counted.filter(({ meter }) => meter.rule.failures));
      },
    };
  }

  private count(meter: Meter, key: string): Promise<Attempt> {
    if (meter.batches) return meter.batches.take(key);
    return meter.pauses ? this.countFailure(meter, meter.pauses, key) : take(meter.counter, key);
  }

  /** Counts each attempt as a failure until it succeeds, so that concurrent attempts cannot exceed the limit. */
  private async countFailure({ rule, counter }: Meter, pauses: RateLimiterAbstract, key: string): Promise<Attempt> {
    const pause = await pauses.get(key);
    if (pause && pause.consumedPoints > 0 && pause.msBeforeNext > 0) {
      return { refused: true, remaining: 0, ms: pause.msBeforeNext };
    }
    const { consumedPoints, msBeforeNext } = await counter.penalty(key);
    const beyond = consumedPoints - rule.count + 1;
    if (beyond <= 0) return { refused: false, remaining: 1 - beyond, ms: msBeforeNext };
    const seconds = pauseSeconds(beyond);
    try {
      await pauses.consume(key, 1, { customDuration: seconds });
      return { refused: false, remaining: 0, ms: seconds * 1_000, pausing: true };
    } catch {
      await counter.reward(key);
      return { refused: true, remaining: 0, ms: seconds * 1_000 };
    }
  }

  /** Removes an attempt from the counts of failures, e.g. when another rule has refused the request. */
  private async undoFailures(counted: CountedAttempt[]): Promise<void> {
    for (const { meter, key, count } of counted) {
      await meter.counter.reward(key);
      if (count.pausing) await meter.pauses!.delete(key);
    }
  }

  private async clearFailures({ counter, pauses }: Meter, key: string): Promise<void> {
    await Promise.all([counter.delete(key), pauses?.delete(key)]);
  }

  /** Hashes a key, so that the store contains neither IP addresses nor account ids. */
  private hashKey(key: string): string {
    return createHmac('sha256', this.secret).update(key).digest('base64url').slice(0, 27);
  }

  private async sweep(): Promise<void> {
    await this.sql.rows('delete from rate_limits where expire < $1', [Date.now() - 60_000]).catch(() => undefined);
  }
}

function createMeter(name: string, rule: Rule, store: SharedStore, wide: boolean): Meter {
  const counter = createCounter(name, rule, store);
  const pauses = rule.failures ? createCounter(`${name}.pause`, { ...rule, count: 1 }, store) : null;
  // Batches are for the limit on views, the only `open` rule, because thousands of views arrive per second.
  return { rule, counter, pauses, batches: rule.open ? new BatchedCounter(counter, rule) : null, wide };
}

/** @returns the key under which a meter counts the request; null when the rule does not apply */
function keyFor({ rule, wide }: Meter, { ip, account, knownPlace = false }: Caller): string | null {
  const [narrowNetwork, wideNetwork] = networkPrefixes(ip);
  // At a known place the /48 does not count, because other users of the /48 must not lock the owner out.
  const network = wide ? (knownPlace ? undefined : wideNetwork) : narrowNetwork;
  switch (rule.by) {
    case 'ip':
      return network ?? null;
    case 'account':
      return rule.places && (rule.places === 'known') !== knownPlace ? null : account;
    case 'account-at':
      return account === null || network === undefined ? null : `${account}|${network}`;
    default:
      return null;
  }
}

const remainingShare = ({ meter, count }: CountedAttempt) => count.remaining / meter.rule.count;

function limitHeaders(rule: Rule, { remaining, ms }: Count): Record<string, string> {
  return {
    'ratelimit-limit': String(rule.count),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(Math.ceil(ms / 1_000)),
    'ratelimit-policy': `${rule.count};w=${rule.seconds}`,
  };
}

class TooManyRequests extends ApiError {
  readonly headers: Record<string, string>;

  constructor(rule: Rule, { ms, ...count }: Count) {
    const wait = Math.max(ms, 1_000);
    super(429, 'TOO_MANY_REQUESTS', 'Too many requests. Please try again later.', undefined, Math.ceil(wait / 1_000));
    this.headers = rule.failures ? {} : limitHeaders(rule, { ...count, remaining: 0, ms: wait });
  }
}

/** Headers of a refusal besides Retry-After. */
export const getRefusalHeaders = (error: unknown) => (error instanceof TooManyRequests ? error.headers : {});
