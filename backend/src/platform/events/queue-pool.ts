import { Logger } from '@nestjs/common';
import { assertSchemaCompatibility, createPostgresBackend } from 'bullmq';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionLost } from '../database/lost-connection.js';
import { logRepeats } from '../telemetry/log-repeats.js';

const PAUSE_MS = 250;

/**
 * The connections that the queues of a process share when they are on PostgreSQL. BullMQ 6.7.0 does not survive a database that
 * fails while it starts: `PostgresConnection` and `PostgresQueueBackend` keep the rejection of their first connection
 * (`readyPromise`) for as long as they live, and `Worker` pauses between two tries only when the error is an ECONNREFUSED, so
 * that after any other one its loop spins without ever giving the event loop back. Two things keep that away:
 * `reached` is what BullMQ waits for instead and never rejects, and a lost connection has the code that BullMQ knows.
 */
export class QueuePool extends pg.Pool {
  private reaching: Promise<void> | null = null;
  private readonly complain = logRepeats((fields) =>
    new Logger('Queue').warn(fields, 'the queues do not reach PostgreSQL'),
  );

  /** Resolves once the database answers and has the schema of the queues; tries until then, or until the pool has ended. */
  reached(): Promise<void> {
    this.reaching ??= this.reach();
    return this.reaching;
  }

  override query(...args: unknown[]): never {
    const asked = (super.query as (...all: unknown[]) => Promise<unknown> | void).apply(this, args);
    return (asked instanceof Promise ? asked.catch(rethrow) : asked) as never;
  }

  private async reach(): Promise<void> {
    while (!this.ending) {
      try {
        const client = await this.connect();
        let broken: Error | undefined;
        try {
          await assertSchemaCompatibility(client);
          return;
        } catch (error) {
          broken = error as Error;
          throw error;
        } finally {
          client.release(broken);
        }
      } catch (error) {
        this.complain(error);
        await delay(PAUSE_MS, undefined, { ref: false });
      }
    }
  }
}

function rethrow(error: unknown): never {
  if (!connectionLost(error)) throw error;
  throw Object.assign(new Error('the queues have lost PostgreSQL', { cause: error }), { code: 'ECONNREFUSED' });
}

/** BullMQ's backend, whose connection is ready when the pool is. */
export const patientBackend: typeof createPostgresBackend = (name, opts, more) => {
  const backend = createPostgresBackend(name, opts, more);
  const { connection } = backend as unknown as { connection: { pool: QueuePool; waitUntilReady(): Promise<void> } };
  connection.waitUntilReady = () => connection.pool.reached();
  return backend;
};
