import type { RedisQueueBackend, Worker } from 'bullmq';
import { once } from 'node:events';
import type EventEmitter from 'node:events';
import pTimeout from 'p-timeout';

/** How long to wait for an interrupted connection to reconnect. */
const RECONNECT_TIMEOUT_MS = 2_000;

/**
 * Waits for the running jobs of a worker and closes it. An interrupted connection is first reconnected. Otherwise closing
 * never ends: BullMQ waits for the event `end`, which ioredis does not emit when the client is disconnected between two
 * reconnect attempts (ioredis #2169, bullmq #4656).
 */
export async function closeWorker(worker: Worker): Promise<void> {
  // Only the Redis backend has a blocking client. The PostgreSQL backend has a pool.
  const { blockingClient = worker.waitUntilReady() } = worker.backend as Partial<RedisQueueBackend>;
  const client = await pTimeout(Promise.resolve(blockingClient), {
    milliseconds: RECONNECT_TIMEOUT_MS,
    fallback: () => null,
  });
  // `null`: the worker has never connected, so it runs no job. `true` forces the worker to close without waiting for a
  // connection.
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
