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
  left: number;
  /** Milliseconds until the limit resets. */
  ms: number;
}

const REDIS_TIMEOUT_MS = 500;

/** A Redis connection that fails fast instead of waiting for Redis. */
export function limitsRedis(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_TIMEOUT_MS,
    // After one timeout the connection counts as lost, so later commands fail at once.
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
  left: remainingPoints,
  ms: msBeforeNext,
});

interface Batch {
  count: Count;
  until: number;
  size: number;
  /** Points left in the shared store. */
  remaining: number;
}

/**
 * Takes points from the shared store in batches and hands them out from memory: thousands of views per second from one
 * network cost few statements, and refused requests cost none. A batch is at most twice the previous one, so that many
 * processes, or the old pods of a rollout, do not hold points that the client has not used.
 */
export class BatchedCounter {
  private readonly held = new Map<string, Promise<Batch>>();
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
      const pending = this.held.get(key) ?? this.fetch(key, next);
      const { count, until, size, remaining } = await pending;
      const lasts = until > Date.now();
      if (lasts && (count.refused || count.left > 0)) {
        count.left -= 1;
        return { refused: count.refused, left: Math.max(count.left, 0), ms: until - Date.now() };
      }
      // The last batch is the remainder, so that exactly as many requests pass as the rule allows.
      next = lasts ? Math.max(1, Math.min(2 * size, this.largest, remaining)) : 1;
      if (this.held.get(key) === pending) this.held.delete(key);
    }
  }

  private fetch(key: string, size: number): Promise<Batch> {
    if (this.held.size > 100_000) this.held.clear();
    const pending = take(this.counter, key, size).then((count) => ({
      count: { ...count, left: size },
      until: Date.now() + Math.max(count.ms, 1),
      size,
      remaining: count.left,
    }));
    this.held.set(key, pending);
    pending.catch(() => this.held.delete(key));
    return pending;
  }
}
