import { EntityManager } from '@mikro-orm/postgresql';
import type { JobType } from 'bullmq';
import { Redis } from 'ioredis';
import { JobLedger } from '#workers/runtime/job-ledger.js';
import { Publisher } from '#workers/runtime/publisher.js';
import { Reconciler } from '#workers/runtime/reconciler.js';
import { schedules } from '#workers/reactions.js';
import { VerificationRequested } from '../src/accounts/accounts.events.js';
import { Outbox } from '../src/platform/events/outbox.js';
import { QUEUES } from '../src/platform/events/queue-names.js';
import { PurchaseCompleted } from '../src/purchases/purchases.events.js';
import { aBuyer, aPattern, aPatternLike, aPdf, type TestBuyer } from './support/builders.js';
import { startScriptedSmtpServer, type ScriptedSmtpServer } from './support/scripted-smtp-server.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { accessOf, buy, delivered } from './support/pay.js';
import { until } from './support/settles.js';

const BACKENDS = ['postgres', ...(process.env.TEST_REDIS_URL ? (['redis'] as const) : [])] as const;
const NO_PURCHASE = '019aa000-0000-7000-8000-000000000000';

describe.each(BACKENDS)('with the queue in %s,', (queue) => {
  let shop: OpenShop;
  let mail: ScriptedSmtpServer;
  let buyer: TestBuyer;
  let patternId: string;

  beforeAll(async () => {
    mail = await startScriptedSmtpServer();
    shop = await openShop({ workers: true, queue, proxied: ['s3', 'redis'], env: { SMTP_URL: mail.url } });
    patternId = await aPattern()
      .with({ kind: 'a4', pdf: () => aPdf({ pages: 2 }) }, { kind: 'a0', pdf: () => aPdf({ pages: 1 }) })
      .in(shop);
    await shop.settles();
  });
  afterAll(async () => {
    shop?.proxies.s3?.restore();
    shop?.proxies.redis?.restore();
    await shop?.close();
    await mail?.close();
  });
  beforeEach(async () => {
    buyer = await aBuyer(shop);
    await shop.settles();
  });
  afterEach(() => {
    shop.proxies.s3!.restore();
    shop.proxies.redis?.restore();
    mail.mode = 'accept';
  });

  const queueOf = (name: (typeof QUEUES)[number]) => shop.workers.get(Publisher, { strict: false }).queue(name);
  const reconcile = (seconds = 0) => shop.workers.get(Reconciler, { strict: false }).reconcile(seconds);
  const listReceipts = (to = buyer.email) => mail.accepted.filter((m) => m.to === to && /PP-/.test(m.subject));
  const readExecution = (purchaseId: string, reaction: string) =>
    shop.sql.row<{ done: boolean; dead: boolean; starts: number; error: string | null; event: string }>(
      `select d.done_at is not null as done, d.dead_at is not null as dead, d.started_count as starts,
              d.last_error as error, d.event_id as event
       from deliveries d join outbox_events e on e.id = d.event_id
       where e.payload->>'purchaseId' = $1 and d.reaction = $2`,
      [purchaseId, reaction],
    );
  const countWaiting = async (name: (typeof QUEUES)[number]) => {
    // The PostgreSQL backend counts the jobs of a paused queue as `paused`, which is missing in BullMQ's types.
    const counts = await queueOf(name).getJobCounts('waiting', 'paused' as JobType);
    return counts.waiting! + counts.paused!;
  };
  const ageByOneMinute = (purchaseId: string) =>
    shop.sql.rows(`update purchases set paid_at = paid_at - interval '61 seconds' where id = $1`, [purchaseId]);
  const loseQueue = async () => {
    if (queue === 'redis') {
      const redis = new Redis(shop.config.redisUrl!);
      await redis.flushdb();
      await redis.quit();
    } else {
      await shop.owner.rows(`truncate bullmq.job cascade`);
    }
  };
  const whileQueuesPause = async (work: () => Promise<void>) => {
    await Promise.all(QUEUES.map((name) => queueOf(name).pause()));
    try {
      await work();
    } finally {
      await Promise.all(QUEUES.map((name) => queueOf(name).resume()));
    }
  };

  it('a purchase completes once after the loss of the whole queue', async () => {
    let id = '';
    await whileQueuesPause(async () => {
      id = await buy(shop, buyer, patternId);
      await until(
        'the jobs are in the queue',
        async () => (await countWaiting('documents')) + (await countWaiting('mail')) === 2,
      );
      await loseQueue();
    });
    await reconcile();
    await delivered(shop, buyer, id);
    await shop.settles();
    await reconcile();
    await shop.settles();
    expect(listReceipts()).toHaveLength(1);
    expect(await readExecution(id, 'personalise-copy')).toMatchObject({ done: true, dead: false });
  });

  it('a job keeps one schedule when the schedules are registered again', async () => {
    await loseQueue();
    await Promise.all([reconcile(600), reconcile(600), reconcile(600)]);
    const schedule = schedules.find(({ everyMs }) => everyMs >= 60_000)!;
    const scheduleQueue = queueOf(schedule.queue);
    const nextRun = async () => (await scheduleQueue.getJobScheduler(schedule.name))?.next ?? 0;
    const plannedRun = await until('the next run is planned', nextRun);
    const countRuns = async () =>
      (await scheduleQueue.getDelayed()).filter(({ name }) => name === schedule.name).length;
    // Concurrent first registrations may each plan a run; a later registration adds none.
    const runsBefore = await countRuns();
    for (let n = 0; n < 5; n += 1) await reconcile(600);
    for (const [queueName, queueSchedules] of Map.groupBy(schedules, ({ queue: name }) => name))
      expect(await queueOf(queueName).getJobSchedulersCount()).toBe(queueSchedules.length);
    expect([plannedRun, plannedRun + schedule.everyMs]).toContain(await nextRun());
    expect(await countRuns()).toBeLessThanOrEqual(Math.max(runsBefore, 1));
  });

  it('the reconciler finds a lost job although hundreds of other jobs wait', async () => {
    const events = `select gen_random_uuid() as id from generate_series(1, 250)`;
    await whileQueuesPause(async () => {
      await shop.sql.rows(
        `with e as (insert into outbox_events (id, type, payload, occurred_at, relayed_at)
           select id, 'purchases.purchase-completed', jsonb_build_object('purchaseId', $1::text), now(), now() from (${events}) x
           returning id)
         insert into deliveries (event_id, reaction, published_at) select id, 'send-receipt', now() - interval '1 hour' from e`,
        [NO_PURCHASE],
      );
      await until('all jobs wait in the queue', async () => (await countWaiting('mail')) === 250);
      await shop.sql.rows(`update deliveries set published_at = now() - interval '1 hour' where done_at is null`);
      const id = await buy(shop, buyer, patternId);
      await until('the job of the copy is published', () => countWaiting('documents'));
      const { event } = (await readExecution(id, 'personalise-copy'))!;
      await queueOf('documents').remove(`${event}.personalise-copy`);
      await shop.sql.rows(`update deliveries set published_at = now() - interval '1 minute' where event_id = $1`, [
        event,
      ]);
      await until('the lost job is published again', () => countWaiting('documents'));
    });
    await shop.settles();
    expect(listReceipts()).toHaveLength(1);
  });

  it('a purchase gets its copy a minute after the payment while the mail server is down, and its mail later', async () => {
    mail.mode = 'unavailable';
    const id = await buy(shop, buyer, patternId);
    await until('the copies are marked', async () => (await readExecution(id, 'personalise-copy'))?.done);
    expect(await accessOf(shop, buyer, id)).toMatchObject({
      copyState: 'marking',
      canDownload: false,
      receiptSentAt: null,
    });
    await ageByOneMinute(id);
    expect(await accessOf(shop, buyer, id)).toMatchObject({
      copyState: 'ready',
      canDownload: true,
      receiptSentAt: null,
    });

    mail.mode = 'accept';
    await until('the receipt has arrived', async () => listReceipts().length > 0);
    await shop.settles();
    expect(listReceipts()).toHaveLength(1);
    expect((await accessOf(shop, buyer, id)).receiptSentAt).not.toBeNull();
  });

  it('a purchase gets its copy when the mail server refuses the address permanently', async () => {
    mail.mode = 'reject';
    const id = await buy(shop, buyer, patternId);
    await until('the receipt is a dead letter', async () => (await readExecution(id, 'send-receipt'))?.dead);
    expect(mail.rejected.filter((to) => to === buyer.email)).toHaveLength(1);
    await until('the copies are marked', async () => (await readExecution(id, 'personalise-copy'))?.done);
    expect((await accessOf(shop, buyer, id)).canDownload).toBe(false);
    await ageByOneMinute(id);
    expect((await accessOf(shop, buyer, id)).canDownload).toBe(true);
    expect(await readExecution(id, 'send-receipt')).toMatchObject({
      done: false,
      error: expect.stringMatching(/550|not now/),
    });
    mail.mode = 'accept';
    await reconcile();
    expect(listReceipts()).toEqual([]);
  });

  it('the worker sends the same mail again when the record of the sent mail is lost', async () => {
    const id = await buy(shop, buyer, patternId);
    await delivered(shop, buyer, id);
    await shop.settles();
    const { event } = (await readExecution(id, 'send-receipt'))!;
    await shop.sql.rows(`update purchases set receipt_sent_at = null where id = $1`, [id]);
    await shop.sql.rows(`update deliveries set done_at = null where event_id = $1 and reaction = 'send-receipt'`, [
      event,
    ]);
    await reconcile();
    await until('the mail has arrived again', async () => listReceipts().length === 2);
    expect(new Set(listReceipts().map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('a copy is delayed while the storage is down, and ready when the storage is back', async () => {
    shop.proxies.s3!.cut();
    const id = await buy(shop, buyer, patternId);
    await until('the copy is delayed', async () => (await accessOf(shop, buyer, id)).copyState === 'delayed');
    shop.proxies.s3!.restore();
    expect(await delivered(shop, buyer, id)).toMatchObject({ copyState: 'ready' });
  });

  it('a purchase gets its other files when one file fails', async () => {
    const twoFiles = await aPattern()
      .with({ kind: 'a4', pdf: () => aPdf({ pages: 5 }) }, { kind: 'a0', pdf: () => aPdf({ pages: 3 }) })
      .in(shop);
    await shop.settles();
    const { key } = (await shop.sql.row<{ key: string }>(
      `update pattern_files set master_key = master_key || '.gone' where pattern_id = $1 and kind = 'a4'
       returning master_key as key`,
      [twoFiles],
    ))!;
    const id = await buy(shop, buyer, twoFiles);
    await until('the A0 file is ready', async () => (await accessOf(shop, buyer, id)).files[1]?.state === 'ready');
    await until('the A4 file is delayed', async () => (await accessOf(shop, buyer, id)).files[0]?.state === 'delayed');
    await shop.sql.rows(`update pattern_files set master_key = $2 where pattern_id = $1 and kind = 'a4'`, [
      twoFiles,
      key.replace('.gone', ''),
    ]);
    expect((await delivered(shop, buyer, id)).files.map(({ state }) => state)).toEqual(['ready', 'ready']);
  });

  it('a purchase does not wait for events with invalid payloads', async () => {
    const em = shop.api.get(EntityManager).fork();
    await em.transactional((tx) => {
      for (let n = 0; n < 10; n += 1) new Outbox(tx).record(new PurchaseCompleted('not an id'));
      new Outbox(tx).record(new VerificationRequested('not an id either'));
      return Promise.resolve();
    });
    await delivered(shop, buyer, await buy(shop, buyer, patternId));
    expect(listReceipts()).toHaveLength(1);

    const invalidEvents = `event_id in (select id from outbox_events where payload::text like '%not an id%')`;
    const failing = () =>
      shop.sql.rows<{ reaction: string; started_count: number; publish_count: number }>(
        `select reaction, started_count, publish_count from deliveries where ${invalidEvents} and dead_at is null`,
      );
    expect((await failing()).every(({ started_count: starts }) => starts < 20)).toBe(true);
    await shop.sql.rows(
      `with older as (update outbox_events set occurred_at = now() - interval '2 days' where payload::text like '%not an id%')
       update deliveries set first_failed_at = now() - interval '25 hours' where ${invalidEvents} and reaction <> 'send-verification'`,
    );
    await until('all jobs except send-verification, which has not failed for a day, are dead letters', async () => {
      const jobs = await Promise.all([queueOf('documents'), queueOf('mail')].map((q) => q.getJobs(['delayed'])));
      await Promise.all(jobs.flat().map((job) => job.promote().catch(() => undefined)));
      await reconcile();
      const [job, ...otherJobs] = await failing();
      return otherJobs.length === 0 && job?.reaction === 'send-verification' && job.publish_count > 1;
    });
    await shop.sql.rows(`update deliveries set dead_at = now() where ${invalidEvents} and dead_at is null`);
  });

  it('a job becomes a dead letter when it kills its process each time', async () => {
    const ledger = shop.workers.get(JobLedger, { strict: false });
    const event = (await shop.sql.row<{ id: string }>(
      `insert into outbox_events (id, type, payload, occurred_at, relayed_at)
       values (gen_random_uuid(), 'purchases.purchase-completed', '{}', now(), now()) returning id`,
    ))!.id;
    await shop.sql.rows(`insert into deliveries (event_id, reaction) values ($1, 'send-receipt')`, [event]);
    for (let failures = 0; failures < 50; failures += 1) {
      expect((await ledger.start(event, 'send-receipt'))?.starts).toBe(1);
      await ledger.recordFailure(event, 'send-receipt', 'the mail server is busy');
    }
    let starts = 0;
    while (await ledger.start(event, 'send-receipt')) starts += 1;
    expect(starts).toBe(20);
    const row = await shop.sql.row(`select last_error from deliveries where event_id = $1 and dead_at is not null`, [
      event,
    ]);
    expect(row).toMatchObject({ last_error: expect.stringContaining('never ended') });
  });

  if (queue === 'redis') {
    it('events wait in the outbox while the queue is unreachable', async () => {
      shop.proxies.redis!.cut();
      const ids: string[] = [];
      for (let n = 0; n < 3; n += 1) ids.push(await buy(shop, buyer, await aPatternLike(shop, patternId)));
      await until('an event has waited for four seconds', async () => {
        const row = await shop.sql.row(
          `select 1 from outbox_events where relayed_at is null and occurred_at < now() - interval '4 seconds'`,
        );
        return row !== null;
      });
      shop.proxies.redis!.restore();
      for (const id of ids) await delivered(shop, buyer, id);
      await shop.settles();
      expect(listReceipts()).toHaveLength(3);
    });
  }
});
