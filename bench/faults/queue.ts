import { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import { Load } from '../rehearsal/load.ts';
import type { FaultShop } from './shop.ts';
import type { Figure } from './figure.ts';

const PATIENCE_MS = 60_000;
const OWED = `select (select count(*) from outbox_events where relayed_at is null)::int
  + (select count(*) from deliveries where done_at is null and dead_at is null)::int`;
const MARKING = `from deliveries d join outbox_events e on e.id = d.event_id
  where e.payload->>'purchaseId' = $1 and d.reaction = 'personalise-copy'`;
const COPIES = /^PUT \/patterns\/copies\//;

/** @returns the milliseconds until it is so */
async function until(what: string, look: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await look())) {
    if (performance.now() - began > PATIENCE_MS) throw new Error(`${what}: not after ${PATIENCE_MS / 1_000} s`);
    await pause(20);
  }
  return performance.now() - began;
}

const settled = (shop: FaultShop) => until('everything owed is done', async () => (await shop.count(OWED)) === 0);

const within = (what: string, times: number[], seconds: number): Figure => ({
  what,
  figure: `${times.map((ms) => (ms / 1_000).toFixed(1)).join(', ')} s`,
  target: `≤ ${seconds} s`,
  reached: Math.max(...times) <= seconds * 1_000,
});

/** Kills the workers in the middle of a copy, three times, each time with another job. */
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
  const { redis } = shop.surroundings;
  if (!redis) return [{ what: 'Redis killed', figure: 'no redis-server here' }];
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await settled(shop);
    await redis.kill();
    await shop.buy();
    await pause(1_000);
    await redis.restart();
    times.push(await settled(shop));
  }
  return [within('Redis killed and back: the work of meanwhile done after', times, 3)];
}

/** Empties Redis while copies are under way and others wait. */
export async function flushRedis(shop: FaultShop): Promise<Figure[]> {
  const { redis } = shop.surroundings;
  if (!redis) return [{ what: 'Redis emptied', figure: 'no redis-server here' }];
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
  return [within('Redis emptied: everything owed done after', [performance.now() - flushed], 20)];
}

/** Has Redis take connections and say nothing, for half a minute. */
export async function loseRedis(shop: FaultShop, seconds = 30): Promise<Figure[]> {
  if (!shop.redis) return [{ what: 'Redis silent', figure: 'no redis-server here' }];
  await settled(shop);
  const { url, account } = shop;
  const look = async () => {
    const load = await Load.begin({ url, rate: 50, connections: 20, purchases: 0, account });
    return load;
  };
  const before = await look();
  await pause(10_000);
  const usual = await before.end();
  void shop.redis.holdAt(/^/);
  const load = await look();
  let unready = 0;
  for (let second = 0; second < seconds; second += 1) {
    const answer = await fetch(`${shop.management}/ready`).catch(() => null);
    if (!answer?.ok) unready += 1;
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
    within('everything owed done after', [back], 60),
  ];
}
