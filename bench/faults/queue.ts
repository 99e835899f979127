import { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import { Load } from '../rehearsal/load.ts';
import type { FaultShop } from './shop.ts';
import type { Figure } from './figure.ts';

const TIMEOUT_MS = 60_000;
const PENDING_COUNT = `select (select count(*) from outbox_events where relayed_at is null)::int
  + (select count(*) from deliveries where done_at is null and dead_at is null)::int`;
const PERSONALISE_COPY = `from deliveries d join outbox_events e on e.id = d.event_id
  where e.payload->>'purchaseId' = $1 and d.reaction = 'personalise-copy'`;
const COPY_UPLOAD = /^PUT \/patterns\/copies\//;

/** Polls `check` until it returns true. @returns the milliseconds that this took */
async function waitUntil(what: string, check: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await check())) {
    if (performance.now() - began > TIMEOUT_MS) throw new Error(`not reached within ${TIMEOUT_MS / 1_000} s: ${what}`);
    await pause(20);
  }
  return performance.now() - began;
}

const waitForNoPendingJob = (shop: FaultShop) =>
  waitUntil('no job is pending', async () => (await shop.count(PENDING_COUNT)) === 0);

const limitFigure = (what: string, times: number[], seconds: number): Figure => ({
  what,
  figure: `${times.map((ms) => (ms / 1_000).toFixed(1)).join(', ')} s`,
  target: `≤ ${seconds} s`,
  reached: Math.max(...times) <= seconds * 1_000,
});

/** Kills the workers three times, each time while they upload a copy. */
export async function killWorkers(shop: FaultShop): Promise<Figure[]> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await waitForNoPendingJob(shop);
    const uploadHeld = shop.s3.holdAt(COPY_UPLOAD);
    const id = await shop.buy();
    await uploadHeld;
    await shop.killWorkers();
    shop.s3.restore();
    const killed = performance.now();
    await shop.startWorkers();
    await waitUntil(
      'the job runs again',
      async () => (await shop.count(`select max(started_count)::int ${PERSONALISE_COPY}`, [id])) > 1,
    );
    times.push(performance.now() - killed);
    await waitForNoPendingJob(shop);
  }
  return [limitFigure('worker killed: the same job runs again after', times, 15)];
}

/** Kills and restarts Redis three times. Each time, a buyer buys a pattern while Redis is down. */
export async function killRedis(shop: FaultShop): Promise<Figure[]> {
  const { redis } = shop.external;
  if (!redis) return [{ what: 'Redis killed', figure: 'redis-server is not installed' }];
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await waitForNoPendingJob(shop);
    await redis.kill();
    await shop.buy();
    await pause(1_000);
    await redis.restart();
    times.push(await waitForNoPendingJob(shop));
  }
  return [limitFigure('Redis killed and restarted: no job pending after', times, 3)];
}

/** Flushes Redis while copies are in progress and further jobs are queued. */
export async function flushRedis(shop: FaultShop): Promise<Figure[]> {
  const { redis } = shop.external;
  if (!redis) return [{ what: 'Redis flushed', figure: 'redis-server is not installed' }];
  await waitForNoPendingJob(shop);
  const uploadHeld = shop.s3.holdAt(COPY_UPLOAD);
  for (let count = 0; count < 12; count += 1) await shop.buy();
  await uploadHeld;
  await waitUntil(
    'the mails are sent',
    async () =>
      (await shop.count(
        `select count(*)::int from deliveries where reaction = 'send-receipt' and done_at is null and dead_at is null`,
      )) === 0,
  );
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
  const flushed = performance.now();
  shop.s3.restore();
  await waitForNoPendingJob(shop);
  return [limitFigure('Redis flushed: no job pending after', [performance.now() - flushed], 20)];
}

/** Measures the API while Redis accepts connections but never responds. */
export async function silenceRedis(shop: FaultShop, seconds = 30): Promise<Figure[]> {
  if (!shop.redis) return [{ what: 'Redis silent', figure: 'redis-server is not installed' }];
  await waitForNoPendingJob(shop);
  const { url, account } = shop;
  const beginLoad = () => Load.begin({ url, rate: 50, connections: 20, purchases: 0, account });
  const before = await beginLoad();
  await pause(10_000);
  const usual = await before.end();
  void shop.redis.holdAt(/^/);
  const load = await beginLoad();
  let unready = 0;
  for (let second = 0; second < seconds; second += 1) {
    const response = await fetch(`${shop.management}/ready`).catch(() => null);
    if (!response?.ok) unready += 1;
    await pause(1_000);
  }
  const report = await load.end();
  shop.redis.cut();
  shop.redis.restore();
  const recovery = await waitForNoPendingJob(shop);
  const failed = Object.entries(report.failures).map(([kind, count]) => `${count} × ${kind}`);
  return [
    {
      what: `Redis silent for ${seconds} s: p99 before and during`,
      figure: `${usual.p99.toFixed(0)} and ${report.p99.toFixed(0)} ms`,
      target: '≤ 1.5 times the p99 before, or 50 ms more',
      reached: report.p99 <= Math.max(1.5 * usual.p99, usual.p99 + 50),
    },
    {
      what: 'while Redis was silent: failed readiness probes, failed requests',
      figure: `${unready}, ${failed.join(', ') || 0}`,
      target: '0, 0',
      reached: unready + failed.length === 0,
    },
    limitFigure('Redis responds again: no job pending after', [recovery], 60),
  ];
}
