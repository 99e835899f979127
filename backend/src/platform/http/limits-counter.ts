import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Sql } from '../sql.js';
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

/**
 * Takes points from the shared store by the handful and hands them out from memory: thousands of views a second from
 * one place cost few statements, and somebody who is refused costs none.
 */
export class Handfuls {
  private readonly held = new Map<string, Promise<{ count: Count; until: number }>>();
  private readonly size: number;

  constructor(
    private readonly counter: RateLimiterAbstract,
    { count }: Rule,
  ) {
    // A divisor of the whole, so that exactly as many come in as the rule says.
    let size = Math.max(1, Math.floor(count / 10));
    while (count % size !== 0) size -= 1;
    this.size = size;
  }

  async take(key: string): Promise<Count> {
    for (;;) {
      const asked = this.held.get(key) ?? this.fetch(key);
      const { count, until } = await asked;
      if (until > Date.now() && (count.refused || count.left > 0)) {
        count.left -= 1;
        return { refused: count.refused, left: Math.max(count.left, 0), ms: until - Date.now() };
      }
      if (this.held.get(key) === asked) this.held.delete(key);
    }
  }

  private fetch(key: string) {
    if (this.held.size > 100_000) this.held.clear();
    const asked = take(this.counter, key, this.size).then((count) => ({
      count: { ...count, left: this.size },
      until: Date.now() + Math.max(count.ms, 1),
    }));
    this.held.set(key, asked);
    asked.catch(() => this.held.delete(key));
    return asked;
  }
}
