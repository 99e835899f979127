import { Logger } from '@nestjs/common';
import { assertSchemaCompatibility, createPostgresBackend } from 'bullmq';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionLost } from '../database/lost-connection.js';
import { logRepeats } from '../telemetry/log-repeats.js';

const PAUSE_MS = 250;

/**
 * The PostgreSQL pool that the queues of a process share. It works around two faults of BullMQ 6.7.0 when the database
 * is down at startup. First, `PostgresConnection` and `PostgresQueueBackend` cache the rejection of their first connection
 * (`readyPromise`), so BullMQ waits for `waitUntilReachable` instead, which never rejects. Second, `Worker` pauses between
 * attempts only after an ECONNREFUSED and blocks the event loop after any other error, so `query` gives every error of a
 * lost connection the code ECONNREFUSED.
 */
export class QueuePool extends pg.Pool {
  private readyPromise: Promise<void> | null = null;
  private readonly logError = logRepeats((fields) =>
    new Logger('Queue').warn(fields, 'the queues do not reach PostgreSQL'),
  );

  /** Resolves when the database responds and has the queue schema; retries until then or until the pool ends. */
  waitUntilReachable(): Promise<void> {
    this.readyPromise ??= this.retryUntilReachable();
    return this.readyPromise;
  }

  override query(...args: unknown[]): never {
    const result = (super.query as (...all: unknown[]) => Promise<unknown> | void).apply(this, args);
    return (result instanceof Promise ? result.catch(rethrow) : result) as never;
  }

  private async retryUntilReachable(): Promise<void> {
    while (!this.ending) {
      try {
        const client = await this.connect();
        let failure: Error | undefined;
        try {
          await assertSchemaCompatibility(client);
          return;
        } catch (error) {
          failure = error as Error;
          throw error;
        } finally {
          client.release(failure);
        }
      } catch (error) {
        this.logError(error);
        await delay(PAUSE_MS, undefined, { ref: false });
      }
    }
  }
}

function rethrow(error: unknown): never {
  if (!connectionLost(error)) throw error;
  throw Object.assign(new Error('the queues lost the connection to PostgreSQL', { cause: error }), {
    code: 'ECONNREFUSED',
  });
}

/** Creates BullMQ's backend for PostgreSQL; its connection is ready when the pool has reached the database. */
export const createWaitingBackend: typeof createPostgresBackend = (name, opts, more) => {
  const backend = createPostgresBackend(name, opts, more);
  const { connection } = backend as unknown as { connection: { pool: QueuePool; waitUntilReady(): Promise<void> } };
  connection.waitUntilReady = () => connection.pool.waitUntilReachable();
  return backend;
};
