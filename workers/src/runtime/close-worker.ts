import type { RedisQueueBackend, Worker } from 'bullmq';
import { once } from 'node:events';
import type EventEmitter from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** How long an interrupted connection may take to come back before it is given up. */
const BACK_MS = 2_000;

/**
 * Closes a worker when the jobs that it runs are done.
 * ioredis, told to disconnect while it waits to connect again, forgets to and never says that it has ended; BullMQ waits for
 * exactly that (ioredis #2169, bullmq #4656). So the connection is up, or an attempt is under way, when the worker closes.
 */
export async function closeWorker(worker: Worker): Promise<void> {
  // On PostgreSQL there is no such client, but a pool that was reached or not.
  const { blockingClient = worker.waitUntilReady() } = worker.backend as Partial<RedisQueueBackend>;
  const client = await Promise.race([blockingClient, delay(BACK_MS, null, { ref: false })]);
  // Never connected since the start: it runs no job, and would wait for the queue's server to say so.
  if (client === null) return worker.close(true);
  const connect = () => client?.status === 'reconnecting' && client.connect().catch(() => undefined);
  connect();
  if (client && ['connecting', 'connect'].includes(client.status)) {
    const back = once(client as unknown as EventEmitter, 'ready', { signal: AbortSignal.timeout(BACK_MS) });
    await back.catch(() => undefined);
    connect();
  }
  await worker.close();
}
