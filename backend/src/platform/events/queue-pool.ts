import { Logger } from '@nestjs/common';
import { assertSchemaCompatibility, createPostgresBackend } from 'bullmq';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionLost } from '../database/lost-connection.js';
import { logRepeats } from '../telemetry/log-repeats.js';

const PAUSE_MS = 250;

/**
 * The pool that the queues of a process share when they are on PostgreSQL. BullMQ 6.7.0 does not survive a database
 * that fails during startup: `PostgresConnection` and `PostgresQueueBackend` cache the rejection of their first
 * connection (`readyPromise`), and `Worker` pauses between attempts only after an ECONNREFUSED; after any other error
 * its loop spins and blocks the event loop. Two measures prevent this: BullMQ waits for `reached`, which never rejects,
 * and errors of lost connections get the code ECONNREFUSED.
 */
export class QueuePool extends pg.Pool {
  private readyPromise: Promise<void> | null = null;
  private readonly logError = logRepeats((fields) =>
    new Logger('Queue').warn(fields, 'the queues do not reach PostgreSQL'),
  );

  /** Resolves when the database responds and has the queue schema; retries until then or until the pool ends. */
  reached(): Promise<void> {
    this.readyPromise ??= this.reach();
    return this.readyPromise;
  }

  override query(...args: unknown[]): never {
    const result = (super.query as (...all: unknown[]) => Promise<unknown> | void).apply(this, args);
    return (result instanceof Promise ? result.catch(rethrow) : result) as never;
  }

  private async reach(): Promise<void> {
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
  throw Object.assign(new Error('the queues have lost PostgreSQL', { cause: error }), { code: 'ECONNREFUSED' });
}

/** BullMQ's backend; its connection is ready when the pool is. */
export const waitingBackend: typeof createPostgresBackend = (name, opts, more) => {
  const backend = createPostgresBackend(name, opts, more);
  const { connection } = backend as unknown as { connection: { pool: QueuePool; waitUntilReady(): Promise<void> } };
  connection.waitUntilReady = () => connection.pool.reached();
  return backend;
};
