import { QueryBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { reactions, schedules } from '#workers/reactions.js';
import { JobLedger } from '#workers/runtime/job-ledger.js';
import { JobRunner } from '#workers/runtime/job-runner.js';
import { LedgerMetrics } from '#workers/runtime/ledger-metrics.js';
import { MissedJobs } from '#workers/runtime/missed-jobs.js';
import { Publisher } from '#workers/runtime/publisher.js';
import { Reconciler } from '#workers/runtime/reconciler.js';
import { ScheduleKeeper } from '#workers/runtime/schedule-keeper.js';
import { ScheduleRuns } from '#workers/runtime/schedule-runs.js';
import { KNOWN_EVENTS } from '../src/operations/known-events.js';
import { GetOperations } from '../src/operations/queries/get-operations.js';
import { registry } from '../src/platform/telemetry/metrics.js';
import { type OpenShop, openShop } from './support/open-shop.js';
import { until } from './support/settles.js';

const KNOWN = 'accounts.password-changed';
const KNOWN_JOB = 'send-password-changed';
const NEWER = 'purchases.gift-wrapped';

let shop: OpenShop;
let metrics: LedgerMetrics;
let reconciler: Reconciler;

beforeAll(async () => {
  shop = await openShop({ workers: true, queue: process.env.TEST_REDIS_URL ? 'redis' : 'postgres' });
  await until('the schedules are said', async () => (await schedulersOf('views')).includes('purge-views'));
  // One that this file calls when it wants it; another would take its deliveries.
  await part(Reconciler).loop.stop();
});
afterAll(() => shop?.close());
beforeEach(() => {
  const [sql, publisher] = [shop.sql, part(Publisher)];
  const missed = new MissedJobs(sql);
  const keeper = new ScheduleKeeper(publisher, new ScheduleRuns(sql));
  reconciler = new Reconciler(part(JobLedger), publisher, missed, keeper);
  metrics = new LedgerMetrics(sql as never, publisher);
});
afterEach(async () => {
  await shop.sql.rows('delete from outbox_events');
});

const part = <T>(type: new (...args: never[]) => T): T => shop.workers.get<T>(type, { strict: false });
const schedulersOf = async (queue: 'views' | 'mail') =>
  (await part(Publisher).queue(queue).getJobSchedulers()).map(({ key }) => key);
const health = () => shop.api.get(QueryBus).execute(new GetOperations());
const queueHealth = async (name: string) => (await health()).queues.find((one) => one.name === name)!;

/** @returns the metric by its labels, as the next scrape would show it */
async function measured(name: string): Promise<Record<string, number>> {
  await metrics.collect();
  const { values } = await registry.getSingleMetric(name)!.get();
  return Object.fromEntries(values.map(({ labels, value }) => [Object.values(labels).join() || 'all', value]));
}

/** @returns the id of a fact of that age that a relay has carried, or none could */
async function aFact(type: string, hours: number, carried: boolean): Promise<string> {
  const row = await shop.sql.row<{ id: string }>(
    `insert into outbox_events (id, type, payload, occurred_at, relayed_at)
     select $1, $2, '{}', now() - make_interval(hours => $3), case when $4 then now() end returning id`,
    [uuidAt(hours), type, hours, carried],
  );
  return row!.id;
}

/** An id as the shop would have given it so many hours ago. */
const uuidAt = (hours: number) => {
  const time = (Date.now() - hours * 3_600_000).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};

const owe = (event: string, job: string, error: string | null = null) =>
  shop.sql.rows(
    `insert into deliveries (event_id, reaction, queue, published_at, last_error)
     values ($1, $2, 'mail', now() - interval '1 minute', $3)`,
    [event, job, error],
  );
const deliveryOf = (event: string, job: string) =>
  shop.sql.row<{ dead: boolean; error: string | null }>(
    `select dead_at is not null as dead, last_error as error from deliveries where event_id = $1 and reaction = $2`,
    [event, job],
  );

describe('a fact that only a newer version knows', () => {
  it('is no sign of a stuck outbox, and shows as unknown until that version is back', async () => {
    expect([...KNOWN_EVENTS].sort()).toEqual([...new Set(reactions.map(({ event }) => event.type))].sort());
    await aFact(NEWER, 2, false);
    expect(await measured('shop_outbox_oldest_age_seconds')).toEqual({ all: 0 });
    expect(await measured('shop_outbox_unrelayed')).toEqual({ all: 0 });
    expect(await measured('shop_unknown_work')).toEqual({ facts: 1, deliveries: 0 });
    expect((await health()).outbox).toEqual({ state: 'warning', waiting: 1, oldestAgeSeconds: 0 });
  });
});

describe('work for a job that only a newer version knows', () => {
  it('is left to that version for a day, and given up after it', async () => {
    const [young, old] = [await aFact(KNOWN, 23, true), await aFact(KNOWN, 25, true)];
    await owe(young, 'wrap-gift');
    await owe(old, 'wrap-gift');
    expect(await measured('shop_unknown_work')).toEqual({ facts: 0, deliveries: 2 });
    await reconciler.reconcile(0);
    expect(await deliveryOf(young, 'wrap-gift')).toMatchObject({ dead: false });
    expect(await deliveryOf(old, 'wrap-gift')).toEqual({ dead: true, error: 'no job of this name exists' });
  });

  it('fails in a worker that does not know it, so that another gets the next try', async () => {
    const event = await aFact(KNOWN, 0, true);
    await owe(event, 'wrap-gift');
    const failed = part(JobRunner).run({ name: 'wrap-gift', data: { eventId: event, payload: {} } });
    await expect(failed).rejects.toThrow('this version has no job of the name wrap-gift');
    await expect(failed).rejects.not.toMatchObject({ name: 'UnrecoverableError' });
    expect(await deliveryOf(event, 'wrap-gift')).toMatchObject({
      dead: false,
      error: expect.stringContaining('no job'),
    });
  });

  it('is added for facts that an older relay has carried since the job was first owed, once', async () => {
    const [before, first, since] = [
      await aFact(KNOWN, 5, true),
      await aFact(KNOWN, 4, true),
      await aFact(KNOWN, 3, true),
    ];
    const waiting = await aFact(NEWER, 2, false);
    await shop.sql.rows(`insert into deliveries (event_id, reaction, done_at) values ($1, $2, now())`, [
      first,
      KNOWN_JOB,
    ]);
    const missed = new MissedJobs(shop.sql);
    const its = reactions.filter(({ name }) => name === KNOWN_JOB);
    expect([await missed.add(its), await missed.add(its)]).toEqual([1, 0]);
    expect(await deliveryOf(since, KNOWN_JOB)).toMatchObject({ dead: false });
    for (const none of [before, waiting]) expect(await deliveryOf(none, KNOWN_JOB)).toBeNull();
    await until('it is taken up', async () => {
      await reconciler.reconcile(0);
      return shop.sql.row(`select 1 from deliveries where event_id = $1 and publish_count > 0`, [since]);
    });
  });
});

describe('a job that runs by the clock', () => {
  it('is late for nobody when it has left the shop, and is no longer asked for', async () => {
    const views = part(Publisher).queue('views');
    for (const name of ['count-stitches', 'wrap-gifts']) await views.upsertJobScheduler(name, { every: 86_400_000 });
    await shop.sql.rows(
      `insert into schedule_runs values ('count-stitches', now() - interval '49 hours'), ('wrap-gifts', now() - interval '1 hour')`,
    );
    await shop.sql.rows(`delete from schedule_runs where job = 'purge-outbox'`);
    await reconciler.reconcile(600);
    const names = await schedulersOf('views');
    expect(names).not.toContain('count-stitches');
    // A newer version asks for this one.
    expect(names).toEqual(expect.arrayContaining(['wrap-gifts', 'purge-views', 'roll-up-views']));
    // One that never ran counts from now on.
    const done = await measured('shop_schedule_done_timestamp_seconds');
    expect(Object.keys(done).sort()).toEqual(schedules.map(({ name }) => name).sort());
    await views.removeJobScheduler('wrap-gifts');
  });
});

describe('work that is tried and fails', () => {
  it('is told apart from work that nobody tries', async () => {
    const fact = await aFact(KNOWN, 2, true);
    await owe(fact, KNOWN_JOB, '452 mailbox full');
    expect((await measured('shop_deliveries_oldest_age_seconds')).mail).toBe(0);
    expect((await measured('shop_deliveries_failing')).mail).toBe(1);
    expect(await queueHealth('mail')).toMatchObject({ state: 'ok', open: 1, oldestAgeSeconds: 7_200 });

    // What was said before a person replayed it is forgotten.
    await shop.sql.rows(`update deliveries set replayed_at = now() - interval '20 minutes' where event_id = $1`, [
      fact,
    ]);
    metrics = new LedgerMetrics(shop.sql as never, part(Publisher));
    expect((await measured('shop_deliveries_oldest_age_seconds')).mail).toBeGreaterThan(1_190);
    expect(await queueHealth('mail')).toMatchObject({ state: 'warning', open: 1 });
  });

  it('is worth a look when there is much of it', async () => {
    for (let n = 0; n < 21; n += 1) await owe(await aFact(KNOWN, 2, true), KNOWN_JOB, '452 mailbox full');
    expect(await queueHealth('mail')).toMatchObject({ state: 'warning', open: 21 });
    expect((await health()).state).toBe('warning');
  });
});
