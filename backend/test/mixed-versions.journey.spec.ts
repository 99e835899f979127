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

const KNOWN_EVENT = 'accounts.password-changed';
const KNOWN_JOB = 'send-password-changed';
const NEWER_EVENT = 'purchases.gift-wrapped';

let shop: OpenShop;
let metrics: LedgerMetrics;
let reconciler: Reconciler;

beforeAll(async () => {
  shop = await openShop({ workers: true, queue: process.env.TEST_REDIS_URL ? 'redis' : 'postgres' });
  await until('the schedules are registered', async () => (await listSchedulers('views')).includes('purge-views'));
  // The tests call their own reconciler. The reconciler of the shop would process their job executions first.
  await getService(Reconciler).loop.stop();
});
afterAll(() => shop?.close());
beforeEach(() => {
  const [sql, publisher] = [shop.sql, getService(Publisher)];
  const missed = new MissedJobs(sql);
  const keeper = new ScheduleKeeper(publisher, new ScheduleRuns(sql));
  reconciler = new Reconciler(getService(JobLedger), publisher, missed, keeper);
  metrics = new LedgerMetrics(sql as never, publisher);
});
afterEach(async () => {
  await shop.sql.rows('delete from outbox_events');
});

const getService = <T>(type: new (...args: never[]) => T): T => shop.workers.get<T>(type, { strict: false });
const listSchedulers = async (queue: 'views' | 'mail') =>
  (await getService(Publisher).queue(queue).getJobSchedulers()).map(({ key }) => key);
const readHealth = () => shop.api.get(QueryBus).execute(new GetOperations());
const queueHealth = async (name: string) => (await readHealth()).queues.find((queue) => queue.name === name)!;

/** @returns the values of a metric by their labels, as in the next scrape */
async function readMetric(name: string): Promise<Record<string, number>> {
  await metrics.collect();
  const { values } = await registry.getSingleMetric(name)!.get();
  return Object.fromEntries(values.map(({ labels, value }) => [Object.values(labels).join() || 'all', value]));
}

/** Inserts an event of this age, relayed or not. @returns its id */
async function insertEvent(type: string, hours: number, relayed: boolean): Promise<string> {
  const row = await shop.sql.row<{ id: string }>(
    `insert into outbox_events (id, type, payload, occurred_at, relayed_at)
     select $1, $2, '{}', now() - make_interval(hours => $3), case when $4 then now() end returning id`,
    [uuidAt(hours), type, hours, relayed],
  );
  return row!.id;
}

/** @returns a UUIDv7 of that many hours ago */
const uuidAt = (hours: number) => {
  const time = (Date.now() - hours * 3_600_000).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};

const insertExecution = (event: string, job: string, error: string | null = null) =>
  shop.sql.rows(
    `insert into deliveries (event_id, reaction, queue, published_at, last_error)
     values ($1, $2, 'mail', now() - interval '1 minute', $3)`,
    [event, job, error],
  );
const readExecution = (event: string, job: string) =>
  shop.sql.row<{ dead: boolean; error: string | null }>(
    `select dead_at is not null as dead, last_error as error from deliveries where event_id = $1 and reaction = $2`,
    [event, job],
  );

describe('an event type of a newer version', () => {
  it('counts as unknown work and not as a stuck outbox', async () => {
    expect([...KNOWN_EVENTS].sort()).toEqual([...new Set(reactions.map(({ event }) => event.type))].sort());
    await insertEvent(NEWER_EVENT, 2, false);
    expect(await readMetric('shop_outbox_oldest_age_seconds')).toEqual({ all: 0 });
    expect(await readMetric('shop_outbox_unrelayed')).toEqual({ all: 0 });
    expect(await readMetric('shop_unknown_work')).toEqual({ events: 1, jobs: 0 });
    expect((await readHealth()).outbox).toEqual({ state: 'warning', waiting: 1, oldestAgeSeconds: 0 });
  });
});

describe('a job of a newer version', () => {
  it('waits a day for the newer version and then becomes a dead letter', async () => {
    const [young, old] = [await insertEvent(KNOWN_EVENT, 23, true), await insertEvent(KNOWN_EVENT, 25, true)];
    await insertExecution(young, 'wrap-gift');
    await insertExecution(old, 'wrap-gift');
    expect(await readMetric('shop_unknown_work')).toEqual({ events: 0, jobs: 2 });
    await reconciler.reconcile(0);
    expect(await readExecution(young, 'wrap-gift')).toMatchObject({ dead: false });
    expect(await readExecution(old, 'wrap-gift')).toEqual({ dead: true, error: 'no job of this name exists' });
  });

  it('fails in a worker of the old version, so that another worker can retry it', async () => {
    const event = await insertEvent(KNOWN_EVENT, 0, true);
    await insertExecution(event, 'wrap-gift');
    const failed = getService(JobRunner).run({ name: 'wrap-gift', data: { eventId: event, payload: {} } });
    await expect(failed).rejects.toThrow('this version has no job named wrap-gift');
    await expect(failed).rejects.not.toMatchObject({ name: 'UnrecoverableError' });
    expect(await readExecution(event, 'wrap-gift')).toMatchObject({
      dead: false,
      error: expect.stringContaining('no job'),
    });
  });

  it('is added once per event that an older relay has relayed since the first execution of this job', async () => {
    const [older, first, later] = [
      await insertEvent(KNOWN_EVENT, 5, true),
      await insertEvent(KNOWN_EVENT, 4, true),
      await insertEvent(KNOWN_EVENT, 3, true),
    ];
    const waiting = await insertEvent(NEWER_EVENT, 2, false);
    await shop.sql.rows(`insert into deliveries (event_id, reaction, done_at) values ($1, $2, now())`, [
      first,
      KNOWN_JOB,
    ]);
    const missed = new MissedJobs(shop.sql);
    const ownReactions = reactions.filter(({ name }) => name === KNOWN_JOB);
    expect([await missed.add(ownReactions), await missed.add(ownReactions)]).toEqual([1, 0]);
    expect(await readExecution(later, KNOWN_JOB)).toMatchObject({ dead: false });
    for (const event of [older, waiting]) expect(await readExecution(event, KNOWN_JOB)).toBeNull();
    await until('the job is published', async () => {
      await reconciler.reconcile(0);
      return shop.sql.row(`select 1 from deliveries where event_id = $1 and publish_count > 0`, [later]);
    });
  });
});

describe('a scheduled job', () => {
  it('is unscheduled after two days if this version has removed it, and is never overdue', async () => {
    const views = getService(Publisher).queue('views');
    for (const name of ['count-stitches', 'wrap-gifts']) await views.upsertJobScheduler(name, { every: 86_400_000 });
    await shop.sql.rows(
      `insert into schedule_runs values ('count-stitches', now() - interval '49 hours'), ('wrap-gifts', now() - interval '1 hour')`,
    );
    await shop.sql.rows(`delete from schedule_runs where job = 'purge-outbox'`);
    await reconciler.reconcile(600);
    const names = await listSchedulers('views');
    expect(names).not.toContain('count-stitches');
    // `wrap-gifts` is the schedule of a newer version and stays.
    expect(names).toEqual(expect.arrayContaining(['wrap-gifts', 'purge-views', 'roll-up-views']));
    // A schedule that has never run also has a time: the time of its registration.
    const done = await readMetric('shop_schedule_done_timestamp_seconds');
    expect(Object.keys(done).sort()).toEqual(schedules.map(({ name }) => name).sort());
    await views.removeJobScheduler('wrap-gifts');
  });
});

describe('a job that fails', () => {
  it('counts as failing and not as waiting', async () => {
    const event = await insertEvent(KNOWN_EVENT, 2, true);
    await insertExecution(event, KNOWN_JOB, '452 mailbox full');
    expect((await readMetric('shop_deliveries_oldest_age_seconds')).mail).toBe(0);
    expect((await readMetric('shop_deliveries_failing')).mail).toBe(1);
    expect(await queueHealth('mail')).toMatchObject({ state: 'ok', open: 1, oldestAgeSeconds: 7_200 });

    // An error from before the replay does not count.
    await shop.sql.rows(`update deliveries set replayed_at = now() - interval '20 minutes' where event_id = $1`, [
      event,
    ]);
    metrics = new LedgerMetrics(shop.sql as never, getService(Publisher));
    expect((await readMetric('shop_deliveries_oldest_age_seconds')).mail).toBeGreaterThan(1_190);
    expect(await queueHealth('mail')).toMatchObject({ state: 'warning', open: 1 });
  });

  it('causes a warning as the 21st failing mail', async () => {
    for (let n = 0; n < 21; n += 1)
      await insertExecution(await insertEvent(KNOWN_EVENT, 2, true), KNOWN_JOB, '452 mailbox full');
    expect(await queueHealth('mail')).toMatchObject({ state: 'warning', open: 21 });
    expect((await readHealth()).state).toBe('warning');
  });
});
