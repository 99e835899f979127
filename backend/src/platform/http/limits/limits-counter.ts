import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Sql } from '../../database/sql.js';
import type { Rule } from './limits-rules.js';

/** Where counts are kept that all replicas share. */
export type SharedStore = { redis: Redis } | { sql: Sql };

export interface Count {
  refused: boolean;
  left: number;
  /** Until there is room again. */
  ms: number;
}

const REDIS_PATIENCE_MS = 500;

/** A connection that says at once when Redis is away, instead of waiting for it. */
export function limitsRedis(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_PATIENCE_MS,
    // Silent once, it is away until it speaks again: not every command has to find that out.
    socketTimeout: REDIS_PATIENCE_MS,
    connectionName: 'limits',
  });
  redis.on('error', () => undefined);
  return redis;
}

/** Counts requests under one rule. What a store that is away cannot count, each process counts for itself. */
export function counterOf(name: string, rule: Rule, store: SharedStore): RateLimiterAbstract {
  const options = { keyPrefix: name, points: rule.count, duration: rule.seconds };
  if (rule.local) return new RateLimiterMemory(options);
  const insuranceLimiter = new RateLimiterMemory({ ...options, points: rule.open ? 1_000_000_000 : rule.count });
  const shared = { ...options, insuranceLimiter };
  if ('redis' in store) {
    return new RateLimiterRedis({ ...shared, storeClient: store.redis, rejectIfRedisNotReady: true });
  }
  return new RateLimiterPostgres({
    ...shared,
    storeClient: store.sql.pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
  });
}

export async function take(counter: RateLimiterAbstract, key: string, points = 1): Promise<Count> {
  try {
    return countOf(await counter.consume(key, points), false);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return countOf(refusal, true);
    throw refusal;
  }
}

const countOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes, refused: boolean): Count => ({
  refused,
  left: remainingPoints,
  ms: msBeforeNext,
});

interface Handful {
  count: Count;
  until: number;
  size: number;
  /** What the shared store has left. */
  remaining: number;
}

/**
 * Takes points from the shared store by the handful and hands them out from memory: thousands of views a second from
 * one place cost few statements, and somebody who is refused costs none. A handful is at most one more than what was handed
 * out before, so that many processes, or those of a roll, do not hold what a visitor has not used yet.
 */
export class Handfuls {
  private readonly held = new Map<string, Promise<Handful>>();
  private readonly largest: number;

  constructor(
    private readonly counter: RateLimiterAbstract,
    { count }: Rule,
  ) {
    this.largest = Math.max(1, Math.floor(count / 10));
  }

  async take(key: string): Promise<Count> {
    let next = 1;
    for (;;) {
      const asked = this.held.get(key) ?? this.fetch(key, next);
      const { count, until, size, remaining } = await asked;
      const lasts = until > Date.now();
      if (lasts && (count.refused || count.left > 0)) {
        count.left -= 1;
        return { refused: count.refused, left: Math.max(count.left, 0), ms: until - Date.now() };
      }
      // The last one is what is left, so that exactly as many come in as the rule says.
      next = lasts ? Math.max(1, Math.min(2 * size, this.largest, remaining)) : 1;
      if (this.held.get(key) === asked) this.held.delete(key);
    }
  }

  private fetch(key: string, size: number): Promise<Handful> {
    if (this.held.size > 100_000) this.held.clear();
    const asked = take(this.counter, key, size).then((count) => ({
      count: { ...count, left: size },
      until: Date.now() + Math.max(count.ms, 1),
      size,
      remaining: count.left,
    }));
    this.held.set(key, asked);
    asked.catch(() => this.held.delete(key));
    return asked;
  }
}
