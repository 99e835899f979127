import { Publisher } from '#workers/runtime/publisher.js';
import { Relay } from '#workers/runtime/relay.js';
import { closeWorker } from '#workers/runtime/close-worker.js';
import { Worker, type WorkerOptions } from 'bullmq';
import { workerConnection } from '../src/platform/events/queues.js';
import { aBuyer } from './support/builders.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { until } from './support/settles.js';
import { FlakyProxy } from './support/flaky-proxy.js';

const hasRedis = !!process.env.TEST_REDIS_URL;

describe('a Redis that stops responding', () => {
  if (!hasRedis) {
    it('is not used by workers with queues in PostgreSQL', () => {
      expect(workerConnection({ redisUrl: null })).toEqual({});
    });
    return;
  }
  let shop: OpenShop;
  beforeAll(async () => {
    shop = await openShop({ workers: true, queue: 'redis', proxied: ['redis'], env: { WORKER_QUEUES: 'mail' } });
  });
  afterAll(async () => {
    shop?.proxies.redis?.restore();
    await shop?.close();
  });

  const waitForMail = ({ email }: { email: string }) =>
    until('the mail has arrived', async () =>
      (await shop.mails()).some(({ to }) => to.some(({ address }) => address === email)),
    );

  it('delays jobs only until it is back', async () => {
    await waitForMail(await aBuyer(shop));
    const queue = shop.workers.get(Publisher, { strict: false }).queue('mail');
    shop.proxies.redis!.blackhole();
    const cutAt = performance.now();
    const lateBuyer = await aBuyer(shop);
    await expect(queue.getJobCounts('waiting')).rejects.toThrow(/timed out|writeable/);
    expect(performance.now() - cutAt).toBeLessThan(4_000);
    const startedAt = performance.now();
    await expect(queue.getJobCounts('waiting')).rejects.toThrow(/timed out|writeable/);
    expect(performance.now() - startedAt).toBeLessThan(3_000);

    shop.proxies.redis!.restore();
    await waitForMail(lateBuyer);
    await shop.settles();
    expect(shop.workers.get(Relay, { strict: false }).loop.hangs).toBe(false);
  });

  it('does not prevent the exit of a worker that never connected', async () => {
    const proxy = await FlakyProxy.to(process.env.TEST_REDIS_URL!);
    proxy.blackhole();
    const redisUrl = proxy.urlOf(process.env.TEST_REDIS_URL!);
    const worker = new Worker('unreached', async () => undefined, workerConnection({ redisUrl }) as WorkerOptions);
    worker.on('error', () => undefined);
    const startedAt = performance.now();
    await closeWorker(worker);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    await proxy.close();
  });
});
