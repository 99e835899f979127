import { QUEUES } from '#backend/platform/events/queue-names.js';
import { processorOf } from './processors.js';

interface Survival {
  lockDuration: number;
  lockRenewTime: number;
  stalledInterval: number;
  maxStalledCount: number;
}

/** How @nestjs/bullmq keeps what a worker is made with. */
const optionsOf = (queue: (typeof QUEUES)[number]) =>
  Reflect.getMetadata('bullmq:worker_metadata', processorOf(queue, { redisUrl: null })) as Survival;

// review point 37: how long it really takes is seen in backend/test/killed-processes.journey.spec.ts, on a good day and a bad one
describe('the job of a killed worker', () => {
  it.each(QUEUES)('begins again within 15 s at the worst, and survives ten kills: %s', (queue) => {
    const { lockDuration, lockRenewTime, stalledInterval, maxStalledCount } = optionsOf(queue);
    // The lock ends, a check marks the job, one falls out, and the next takes it back.
    expect(lockDuration + 3 * stalledInterval).toBeLessThanOrEqual(15_000);
    // A live job is not taken for a dead one while its process stands still for a moment.
    expect(lockDuration - lockRenewTime).toBeGreaterThanOrEqual(4_000);
    expect(maxStalledCount).toBe(10);
  });
});
