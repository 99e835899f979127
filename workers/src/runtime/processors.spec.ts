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

// Backend/test/killed-processes.journey.spec.ts measures the actual time.
describe('the job of a killed worker', () => {
  it.each(QUEUES)('restarts within 15 s in the worst case, and survives ten kills: %s', (queue) => {
    const { lockDuration, lockRenewTime, stalledInterval, maxStalledCount } = readOptions(queue);
    // The lock expires, one check marks the job, one is skipped, and the next restarts the job.
    expect(lockDuration + 3 * stalledInterval).toBeLessThanOrEqual(15_000);
    // A running job does not count as stalled while its event loop is blocked for less than 4 s.
    expect(lockDuration - lockRenewTime).toBeGreaterThanOrEqual(4_000);
    expect(maxStalledCount).toBe(10);
  });
});
