import { BullModule } from '@nestjs/bullmq';
import { type QueueOptions, setDefaultBackendFactory, type WorkerOptions } from 'bullmq';
import type pg from 'pg';
import type { Config } from '../config/config.js';
import { createWaitingBackend, QueuePool } from './queue-pool.js';
import { POOL_OPTIONS, guardDeadConnections } from '../database/dead-connection-guard.js';
import { CONFIG } from '../tokens.js';

/**
 * The module of the BullMQ queues. They are on Redis when REDIS_URL is set, otherwise in the shop's PostgreSQL database.
 * @param connections the maximum number of PostgreSQL connections for this process's queues (each worker listens on one)
 */
export function queuesOn(connections: number) {
  return BullModule.forRootAsync({
    inject: [CONFIG],
    useFactory: (config: Config): QueueOptions => queueConnection(config, connections),
  });
}

const pools = new Set<pg.Pool>();

/** The queue pools of this process; none when the queues are on Redis. */
export const queuePools = (): readonly pg.Pool[] => [...pools];

/** For tests: ends the pools, which outlive the applications that use them. Call it when all applications are closed. */
export async function endQueuePools(): Promise<void> {
  await Promise.all([...pools].map((pool) => pool.end()));
  pools.clear();
}

/**
 * While Redis is unreachable, commands fail immediately instead of being buffered. The outbox stores the events, so no
 * command has to be buffered, and a buffered command could undo a newer one.
 */
const FAIL_FAST = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  autoResendUnfulfilledCommands: false,
  connectTimeout: 2_000,
  socketTimeout: 2_000,
  commandTimeout: 2_500,
};

/**
 * The commands of a worker wait until Redis is reachable. The command with which an idle worker waits for a job blocks for
 * up to 10 s, so the socket timeout is longer.
 */
const WORKER_TIMEOUTS = { maxRetriesPerRequest: null, connectTimeout: 5_000, socketTimeout: 12_000 };

/** The connection options of a worker; on PostgreSQL a worker needs none, because it shares the pool of its queue. */
export function workerConnection({ redisUrl }: Pick<Config, 'redisUrl'>): Partial<Pick<WorkerOptions, 'connection'>> {
  return redisUrl ? { connection: { ...redisConnection(redisUrl), ...WORKER_TIMEOUTS } } : {};
}

function redisConnection(redisUrl: string) {
  const url = new URL(redisUrl);
  return {
    host: url.hostname,
    port: Number(url.port || 6379),
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    db: Number(url.pathname.slice(1) || 0),
    ...(url.protocol === 'rediss:' && { tls: {} }),
    // BullMQ's default pauses grow to 20 s, which would delay the reconnection after a restart of Redis.
    retryStrategy: (attempts: number) => Math.min(attempts * 50, 1_000),
  };
}

function queueConnection(config: Pick<Config, 'databaseUrl' | 'redisUrl'>, connections: number): QueueOptions {
  if (config.redisUrl) {
    setDefaultBackendFactory();
    return {
      connection: { ...redisConnection(config.redisUrl), ...FAIL_FAST },
      // The version check runs once, on the first connection; if it fails, the queue never recovers.
      skipVersionCheck: true,
    };
  }
  // BullMQ cannot load `pg` itself in native ESM, so it gets a pool.
  const pool = new QueuePool({
    connectionString: config.databaseUrl,
    options: '-c search_path=bullmq',
    max: connections,
    ...POOL_OPTIONS,
    // A server can accept a connection and never respond. The attempt then fails after 2 s, and the caller tries again.
    connectionTimeoutMillis: 2_000,
    // The pool outlives its queues, so an idle pool must not keep the process alive.
    allowExitOnIdle: true,
    application_name: 'queues',
  });
  // Every queue and worker adds a listener to the shared pool.
  pool.setMaxListeners(50);
  pool.on('error', () => undefined);
  // A connection in use needs its own listener; without it an error would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  guardDeadConnections(pool);
  pools.add(pool);
  setDefaultBackendFactory(createWaitingBackend as never);
  return { connection: pool as never };
}
