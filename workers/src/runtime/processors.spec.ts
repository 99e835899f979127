import { QUEUES } from '#backend/platform/events/queue-names.js';
import { queueProcessor } from './processors.js';

interface WorkerOptions {
  lockDuration: number;
  lockRenewTime: number;
  stalledInterval: number;
  maxStalledCount: number;
}

/** Reads the worker options from the metadata of @nestjs/bullmq. */
const readOptions = (queue: (typeof QUEUES)[number]) =>
  Reflect.getMetadata('bullmq:worker_metadata', queueProcessor(queue, { redisUrl: null })) as WorkerOptions;

// The actual time is measured in backend/test/killed-processes.journey.spec.ts.
describe('the job of a killed worker', () => {
  it.each(QUEUES)('restarts within 15 s in the worst case, and is restarted after up to ten kills: %s', (queue) => {
    const { lockDuration, lockRenewTime, stalledInterval, maxStalledCount } = readOptions(queue);
    // Worst case: the lock expires, one check marks the job, the next check is skipped, and the check after it restarts the
    // job.
    expect(lockDuration + 3 * stalledInterval).toBeLessThanOrEqual(15_000);
    // A worker whose event loop is blocked for less than 4 s keeps the lock of its job, so the job does not count as
    // stalled.
    expect(lockDuration - lockRenewTime).toBeGreaterThanOrEqual(4_000);
    expect(maxStalledCount).toBe(10);
  });
});
