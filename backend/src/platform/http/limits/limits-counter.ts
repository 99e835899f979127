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

/** The store of the counts that all replicas share. */
export type SharedStore = { redis: Redis } | { sql: Sql };

export interface Count {
  refused: boolean;
  remaining: number;
  /** Milliseconds until the limit resets. */
  ms: number;
}

const REDIS_TIMEOUT_MS = 500;

/** A Redis connection whose commands fail quickly while Redis is unreachable. */
export function limitsRedis(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_TIMEOUT_MS,
    // After one timeout the client treats the connection as lost, so later commands fail immediately.
    socketTimeout: REDIS_TIMEOUT_MS,
    connectionName: 'limits',
  });
  redis.on('error', () => undefined);
  return redis;
}

/** Counts requests under one rule. While the shared store is unreachable, each process counts separately. */
export function createCounter(name: string, rule: Rule, store: SharedStore): RateLimiterAbstract {
  const options = { keyPrefix: name, points: rule.count, duration: rule.seconds };
  if (rule.local) return new RateLimiterMemory(options);
  // While the store is unreachable, an `open` rule refuses no request.
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
    return toCount(await counter.consume(key, points), false);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return toCount(refusal, true);
    throw refusal;
  }
}

const toCount = ({ remainingPoints, msBeforeNext }: RateLimiterRes, refused: boolean): Count => ({
  refused,
  remaining: remainingPoints,
  ms: msBeforeNext,
});

interface Batch {
  /** `count.remaining` is the number of points that remain in this batch. One point admits one request. */
  count: Count;
  validUntil: number;
  size: number;
  /** Points that remain in the shared store. */
  remaining: number;
}

/**
 * Takes points from the shared store in batches and gives them out from memory. Thousands of views per second from one
 * network then cost few statements, and refused requests cost none. A batch is at most twice as large as the previous one,
 * so that a process with few requests, such as an old pod during a rollout, does not reserve many unused points.
 */
export class BatchedCounter {
  private readonly batches = new Map<string, Promise<Batch>>();
  private readonly maxBatch: number;

  constructor(
    private readonly counter: RateLimiterAbstract,
    { count }: Rule,
  ) {
    this.maxBatch = Math.max(1, Math.floor(count / 10));
  }

  async take(key: string): Promise<Count> {
    let nextSize = 1;
    for (;;) {
      const pending = this.batches.get(key) ?? this.fetch(key, nextSize);
      const { count, validUntil, size, remaining } = await pending;
      const isValid = validUntil > Date.now();
      if (isValid && (count.refused || count.remaining > 0)) {
        count.remaining -= 1;
        return { refused: count.refused, remaining: Math.max(count.remaining, 0), ms: validUntil - Date.now() };
      }
      // The last batch contains the remaining points, so that exactly as many requests pass as the rule allows.
      nextSize = isValid ? Math.max(1, Math.min(2 * size, this.maxBatch, remaining)) : 1;
      if (this.batches.get(key) === pending) this.batches.delete(key);
    }
  }

  private fetch(key: string, size: number): Promise<Batch> {
    if (this.batches.size > 100_000) this.batches.clear();
    const pending = take(this.counter, key, size).then((count) => ({
      count: { ...count, remaining: size },
      validUntil: Date.now() + Math.max(count.ms, 1),
      size,
      remaining: count.remaining,
    }));
    this.batches.set(key, pending);
    pending.catch(() => this.batches.delete(key));
    return pending;
  }
}
