import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Config } from '../config.js';
import { rateLimited } from '../metrics.js';
import { Problem } from '../problem.js';
import { Sql } from '../sql.js';
import { CONFIG } from '../tokens.js';
import { placeOf } from './limits-caller.js';
import { type Count, counterOf, Handfuls, limitsRedis, type SharedStore, take } from './limits-counter.js';
import { type Flow, pauseSeconds, type Rule, type RuleName, rulesUnder } from './limits-rules.js';

export interface Caller {
  ip: string;
  account: string | null;
}

/** A request that was let in. */
export interface Admission {
  /** The limit that is closest to being reached. */
  headers: Record<string, string>;
  /** It was right: earlier failures are forgotten. */
  succeeded(): Promise<void>;
  /** It does not count, because it was never really tried. */
  giveBack(): Promise<void>;
}

interface Taken {
  name: RuleName;
  rule: Rule;
  key: string;
  count: Attempt;
}

/** `pausing` when the next one has to wait because of this one. */
type Attempt = Count & { pausing?: boolean };

const SWEEP_MS = 10 * 60_000;

/** Counts requests, in Redis or PostgreSQL where replicas must agree, and refuses those that are too many. */
@Injectable()
export class Limits implements OnModuleInit, OnApplicationShutdown {
  private readonly rules: Record<RuleName, Rule>;
  private readonly names: Map<string, RuleName[]>;
  private readonly counters = new Map<string, RateLimiterAbstract>();
  private readonly pauses = new Map<RuleName, RateLimiterAbstract>();
  private readonly views: Handfuls;
  private readonly redis: Redis | null;
  private readonly secret: KeyObject;
  private sweeping?: NodeJS.Timeout;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly sql: Sql,
  ) {
    this.redis = config.redisUrl ? limitsRedis(config.redisUrl) : null;
    // As a key object it is not read anew for each of thousands of views a second.
    this.secret = createSecretKey(createHmac('sha256', config.tokenSecret).update('limits').digest());
    this.rules = rulesUnder(config.limits);
    this.names = Map.groupBy(Object.keys(this.rules) as RuleName[], (name) => name.split('.')[0]!);
    const store: SharedStore = this.redis ? { redis: this.redis } : { sql };
    for (const [name, rule] of Object.entries(this.rules) as [RuleName, Rule][]) {
      this.counters.set(name, counterOf(name, rule, store));
      if (rule.failures) this.pauses.set(name, counterOf(`${name}.pause`, { ...rule, count: 1 }, store));
    }
    for (const flow of this.names.keys()) rateLimited.inc({ flow }, 0);
    this.views = new Handfuls(this.counters.get('view.ip')!, this.rules['view.ip']);
  }

  async onModuleInit(): Promise<void> {
    if (this.redis) await once(this.redis, 'ready', { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    else this.sweeping = setInterval(() => void this.sweep(), SWEEP_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweeping);
    this.redis?.disconnect();
  }

  /** @throws Problem 429 TOO_MANY_REQUESTS with the seconds to wait */
  async admit(flow: Flow, caller: Caller): Promise<Admission> {
    const place = placeOf(caller.ip);
    const taken: Taken[] = [];
    for (const name of this.names.get(flow) ?? []) {
      const rule = this.rules[name];
      const who = rule.by === 'ip' ? place : caller.account;
      if (who === null) continue;
      // What is counted in this process alone is written down nowhere.
      const key = rule.local ? who : this.keyOf(who);
      const count = await this.count(name, rule, key);
      if (count.refused) {
        await this.undoFailures(taken);
        rateLimited.inc({ flow });
        throw tooMany(rule, count);
      }
      taken.push({ name, rule, key, count });
    }
    // Answers that many may share carry no count of one of them.
    const told = taken.filter(({ rule }) => !rule.local);
    const closest = told.toSorted((a, b) => a.count.left / a.rule.count - b.count.left / b.rule.count)[0];
    return {
      headers: closest ? limitHeaders(closest.rule, closest.count) : {},
      succeeded: async () => {
        for (const { name, rule, key } of taken) if (rule.failures) await this.forget(name, key);
      },
      giveBack: async () => {
        for (const { name, rule, key } of taken)
          if (!rule.local && !rule.open) await this.counters.get(name)!.reward(key);
      },
    };
  }

  private count(name: RuleName, rule: Rule, key: string): Promise<Attempt> {
    if (name === 'view.ip') return this.views.take(key);
    return rule.failures ? this.tryAgain(name, rule, key) : take(this.counters.get(name)!, key);
  }

  /** Counts an attempt as a failure until it turns out to be none, so that many at once do not pass for one. */
  private async tryAgain(name: RuleName, rule: Rule, key: string): Promise<Attempt> {
    const [failures, pauses] = [this.counters.get(name)!, this.pauses.get(name)!];
    const pause = await pauses.get(key);
    if (pause && pause.consumedPoints > 0 && pause.msBeforeNext > 0) {
      return { refused: true, left: 0, ms: pause.msBeforeNext };
    }
    const { consumedPoints, msBeforeNext } = await failures.penalty(key);
    const beyond = consumedPoints - rule.count + 1;
    if (beyond <= 0) return { refused: false, left: 1 - beyond, ms: msBeforeNext };
    const seconds = pauseSeconds(beyond);
    try {
      await pauses.consume(key, 1, { customDuration: seconds });
      return { refused: false, left: 0, ms: seconds * 1_000, pausing: true };
    } catch {
      await failures.reward(key);
      return { refused: true, left: 0, ms: seconds * 1_000 };
    }
  }

  /** Whoever has to wait by one rule has not failed by another. */
  private async undoFailures(taken: Taken[]): Promise<void> {
    for (const { name, rule, key, count } of taken) {
      if (!rule.failures) continue;
      await this.counters.get(name)!.reward(key);
      if (count.pausing) await this.pauses.get(name)!.delete(key);
    }
  }

  private async forget(name: RuleName, key: string): Promise<void> {
    await Promise.all([this.counters.get(name)!.delete(key), this.pauses.get(name)!.delete(key)]);
  }

  /** The store sees neither addresses nor accounts. */
  private keyOf(who: string): string {
    return createHmac('sha256', this.secret).update(who).digest('base64url').slice(0, 27);
  }

  private async sweep(): Promise<void> {
    await this.sql.rows('delete from rate_limits where expire < $1', [Date.now() - 60_000]).catch(() => undefined);
  }
}

function limitHeaders(rule: Rule, { left, ms }: Count): Record<string, string> {
  return {
    'ratelimit-limit': String(rule.count),
    'ratelimit-remaining': String(left),
    'ratelimit-reset': String(Math.ceil(ms / 1_000)),
    'ratelimit-policy': `${rule.count};w=${rule.seconds}`,
  };
}

class TooManyRequests extends Problem {
  constructor(readonly headers: Record<string, string>) {
    super(
      429,
      'TOO_MANY_REQUESTS',
      'Too many requests. Please try again later.',
      undefined,
      Number(headers['ratelimit-reset']),
    );
  }
}

const tooMany = (rule: Rule, count: Count) =>
  new TooManyRequests(limitHeaders(rule, { ...count, left: 0, ms: Math.max(count.ms, 1_000) }));

/** The headers that a refusal should carry besides Retry-After. */
export const headersOf = (error: unknown) => (error instanceof TooManyRequests ? error.headers : {});
