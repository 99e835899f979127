import { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import { Load } from '../rehearsal/load.ts';
import type { FaultShop } from './shop.ts';
import type { Figure } from './figure.ts';

const TIMEOUT_MS = 60_000;
const PENDING = `select (select count(*) from outbox_events where relayed_at is null)::int
  + (select count(*) from deliveries where done_at is null and dead_at is null)::int`;
const MARKING = `from deliveries d join outbox_events e on e.id = d.event_id
  where e.payload->>'purchaseId' = $1 and d.reaction = 'personalise-copy'`;
const COPIES = /^PUT \/patterns\/copies\//;

/** @returns the milliseconds until `check` is true */
async function until(what: string, check: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await check())) {
    if (performance.now() - began > TIMEOUT_MS) throw new Error(`${what}: not after ${TIMEOUT_MS / 1_000} s`);
    await pause(20);
  }
  return performance.now() - began;
}

const settled = (shop: FaultShop) => until('no job is pending', async () => (await shop.count(PENDING)) === 0);

const within = (what: string, times: number[], seconds: number): Figure => ({
  what,
  figure: `${times.map((ms) => (ms / 1_000).toFixed(1)).join(', ')} s`,
  target: `≤ ${seconds} s`,
  reached: Math.max(...times) <= seconds * 1_000,
});

/** Kills the workers while they make a copy, three times. */
export async function killWorkers(shop: FaultShop): Promise<Figure[]> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await settled(shop);
    const stuck = shop.s3.holdAt(COPIES);
    const id = await shop.buy();
    await stuck;
    await shop.killWorkers();
    shop.s3.restore();
    const killed = performance.now();
    await shop.startWorkers();
    await until(
      'the job runs again',
      async () => (await shop.count(`select max(started_count)::int ${MARKING}`, [id])) > 1,
    );
    times.push(performance.now() - killed);
    await settled(shop);
  }
  return [within('worker killed: the same job runs again after', times, 15)];
}

export async function killRedis(shop: FaultShop): Promise<Figure[]> {
  const { redis } = shop.external;
  if (!redis) return [{ what: 'Redis killed', figure: 'redis-server is not installed' }];
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await settled(shop);
    await redis.kill();
    await shop.buy();
    await pause(1_000);
    await redis.restart();
    times.push(await settled(shop));
  }
  return [within('Redis killed and back: no job pending after', times, 3)];
}

/** Flushes Redis while some copies are being made and others wait. */
export async function flushRedis(shop: FaultShop): Promise<Figure[]> {
  const { redis } = shop.external;
  if (!redis) return [{ what: 'Redis flushed', figure: 'redis-server is not installed' }];
  await settled(shop);
  const stuck = shop.s3.holdAt(COPIES);
  for (let bought = 0; bought < 12; bought += 1) await shop.buy();
  await stuck;
  await until(
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
  await settled(shop);
  return [within('Redis flushed: no job pending after', [performance.now() - flushed], 20)];
}

/** Makes Redis accept connections without a response. */
export async function loseRedis(shop: FaultShop, seconds = 30): Promise<Figure[]> {
  if (!shop.redis) return [{ what: 'Redis silent', figure: 'redis-server is not installed' }];
  await settled(shop);
  const { url, account } = shop;
  const begin = () => Load.begin({ url, rate: 50, connections: 20, purchases: 0, account });
  const before = await begin();
  await pause(10_000);
  const usual = await before.end();
  void shop.redis.holdAt(/^/);
  const load = await begin();
  let unready = 0;
  for (let second = 0; second < seconds; second += 1) {
    const response = await fetch(`${shop.management}/ready`).catch(() => null);
    if (!response?.ok) unready += 1;
    await pause(1_000);
  }
  const report = await load.end();
  shop.redis.cut();
  shop.redis.restore();
  const back = await settled(shop);
  const failed = Object.entries(report.failures).map(([kind, count]) => `${count} × ${kind}`);
  return [
    {
      what: `Redis silent for ${seconds} s: p99 before and meanwhile`,
      figure: `${usual.p99.toFixed(0)} and ${report.p99.toFixed(0)} ms`,
      target: '≤ 1.5 times, or 50 ms more',
      reached: report.p99 <= Math.max(1.5 * usual.p99, usual.p99 + 50),
    },
    {
      what: 'meanwhile not ready, failed',
      figure: `${unready}, ${failed.join(', ') || 0}`,
      target: '0, 0',
      reached: unready + failed.length === 0,
    },
    within('no job pending after', [back], 60),
  ];
}
