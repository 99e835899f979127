import type { RedisQueueBackend, Worker } from 'bullmq';
import { once } from 'node:events';
import type EventEmitter from 'node:events';
import pTimeout from 'p-timeout';

/** Timeout for an interrupted connection to reconnect. */
const RECONNECT_TIMEOUT_MS = 2_000;

/**
 * Closes a worker after its running jobs.
 * When ioredis disconnects between two reconnect attempts, it never emits `end`, and BullMQ waits for that event
 * (ioredis #2169, bullmq #4656). So this function reconnects first.
 */
export async function closeWorker(worker: Worker): Promise<void> {
  // The PostgreSQL backend has a pool instead of this client.
  const { blockingClient = worker.waitUntilReady() } = worker.backend as Partial<RedisQueueBackend>;
  const client = await pTimeout(Promise.resolve(blockingClient), {
    milliseconds: RECONNECT_TIMEOUT_MS,
    fallback: () => null,
  });
  // Never connected: the worker runs no job, and a normal close would wait for the connection.
  if (client === null) return worker.close(true);
  const connect = () => client?.status === 'reconnecting' && client.connect().catch(() => undefined);
  connect();
  if (client && ['connecting', 'connect'].includes(client.status)) {
    const reconnected = once(client as unknown as EventEmitter, 'ready', {
      signal: AbortSignal.timeout(RECONNECT_TIMEOUT_MS),
    });
    await reconnected.catch(() => undefined);
    connect();
  }
  await worker.close();
}
