import type { RedisQueueBackend, Worker } from 'bullmq';
import { once } from 'node:events';
import type EventEmitter from 'node:events';
import pTimeout from 'p-timeout';

/** How long to wait until an interrupted connection has reconnected. */
const RECONNECT_TIMEOUT_MS = 2_000;

/**
 * Closes a worker after its running jobs. It first reconnects, because BullMQ waits for the event `end`, which ioredis never
 * emits when it disconnects between two reconnect attempts (ioredis #2169, bullmq #4656).
 */
export async function closeWorker(worker: Worker): Promise<void> {
  // The PostgreSQL backend has a pool and no such client.
  const { blockingClient = worker.waitUntilReady() } = worker.backend as Partial<RedisQueueBackend>;
  const client = await pTimeout(Promise.resolve(blockingClient), {
    milliseconds: RECONNECT_TIMEOUT_MS,
    fallback: () => null,
  });
  // A worker that has never connected runs no job. Closing it normally would wait for the connection.
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
