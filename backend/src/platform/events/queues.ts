import { BullModule } from '@nestjs/bullmq';
import { type QueueOptions, setDefaultBackendFactory, type WorkerOptions } from 'bullmq';
import type pg from 'pg';
import type { Config } from '../config/config.js';
import { patientBackend, QueuePool } from './queue-pool.js';
import { BOUNDS, guardDeadConnections } from '../database/dead-connection-guard.js';
import { CONFIG } from '../tokens.js';

/**
 * BullMQ on Redis when REDIS_URL is set, on its PostgreSQL backend in the shop's own database otherwise.
 * @param connections how many PostgreSQL connections this process may use for its queues (each worker holds one to listen)
 */
export function queuesOn(connections: number) {
  return BullModule.forRootAsync({
    inject: [CONFIG],
    useFactory: (config: Config): QueueOptions => queueConnection(config, connections),
  });
}

const pools = new Set<pg.Pool>();

/** Those of this process; none when the queues are on Redis. */
export const queuePools = (): readonly pg.Pool[] => [...pools];

/** For tests: the pools outlive the applications that queue through them. Call when those are closed. */
export async function endQueuePools(): Promise<void> {
  await Promise.all([...pools].map((pool) => pool.end()));
  pools.clear();
}

/**
 * Whoever adds to a queue or looks into it hears soon that Redis is away. Nothing is kept for later, which is what the outbox
 * is for: what was given up might undo then what was done since.
 */
const FAST_REFUSAL = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  autoResendUnfulfilledCommands: false,
  connectTimeout: 2_000,
  socketTimeout: 2_000,
  commandTimeout: 2_500,
};

/** A worker waits for Redis without an end, and up to 10 s for a job. */
const PATIENCE = { maxRetriesPerRequest: null, connectTimeout: 5_000, socketTimeout: 12_000 };

/** What a worker uses instead of its queue's own connection; on PostgreSQL that serves both. */
export function workerConnection({ redisUrl }: Pick<Config, 'redisUrl'>): Partial<Pick<WorkerOptions, 'connection'>> {
  return redisUrl ? { connection: { ...redisConnection(redisUrl), ...PATIENCE } } : {};
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
    // BullMQ's own pauses grow to 20 s: whoever restarts Redis would wait for that long after it.
    retryStrategy: (attempts: number) => Math.min(attempts * 50, 1_000),
  };
}

export function queueConnection(config: Pick<Config, 'databaseUrl' | 'redisUrl'>, connections: number): QueueOptions {
  if (config.redisUrl) {
    setDefaultBackendFactory();
    return {
      connection: { ...redisConnection(config.redisUrl), ...FAST_REFUSAL },
      // The check is one more question on the way to the first connection; a queue whose check fails never works again.
      skipVersionCheck: true,
    };
  }
  // In native ESM the backend cannot load `pg` itself, so it is handed a pool; one pool serves all queues.
  const pool = new QueuePool({
    connectionString: config.databaseUrl,
    options: '-c search_path=bullmq',
    max: connections,
    ...BOUNDS,
    // Behind it stands another try: a server that takes connections and never answers must not cost more than a moment.
    connectionTimeoutMillis: 2_000,
    // The pool outlives the queues that share it; idle, it must not keep a finished process alive.
    allowExitOnIdle: true,
    application_name: 'queues',
  });
  // Every queue and worker hangs a listener on the pool they share.
  pool.setMaxListeners(50);
  pool.on('error', () => undefined);
  // Also while somebody works with it: without a listener a drop would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  guardDeadConnections(pool);
  pools.add(pool);
  setDefaultBackendFactory(patientBackend as never);
  return { connection: pool as never };
}
