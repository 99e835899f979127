import { randomUUID } from 'node:crypto';
import { JobLedger } from '#workers/runtime/job-ledger.js';
import { Publisher } from '#workers/runtime/publisher.js';
import type { EventDetail, EventPage, EventView } from './events.contract.js';
import type { Operations } from './health.contract.js';
import { QUEUES } from '../platform/events/queue-names.js';
import { aBuyer, aPattern, type TestBuyer } from '../../test/support/builders.js';
import { type ScriptedSmtpServer, startScriptedSmtpServer } from '../../test/support/scripted-smtp-server.js';
import { type OpenShop, openShop } from '../../test/support/open-shop.js';
import { as, buy, delivered } from '../../test/support/pay.js';
import { until } from '../../test/support/settles.js';

let shop: OpenShop;
let mail: ScriptedSmtpServer;
let admin: TestBuyer;
let buyer: TestBuyer;
let patternId: string;

beforeAll(async () => {
  mail = await startScriptedSmtpServer();
  const redis = !!process.env.TEST_REDIS_URL;
  shop = await openShop({
    workers: true,
    queue: redis ? 'redis' : 'postgres',
    proxied: redis ? ['s3', 'redis'] : ['s3'],
    env: { SMTP_URL: mail.url },
  });
  admin = await aBuyer(shop);
  await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
  patternId = await aPattern().in(shop);
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
afterEach(async () => {
  mail.mode = 'accept';
  await shop.sql.rows(`update deliveries set discarded_at = now() where dead_at is not null and done_at is null`);
});

const searchEvents = async (query: object): Promise<EventPage> =>
  (await as(shop, admin).get('/api/admin/events').query(query).expect(200)).body.data;
const findEvents = async (query: object) => (await searchEvents(query)).events;
const getEvent = async (id: string): Promise<EventDetail> =>
  (await as(shop, admin).get(`/api/admin/events/${id}`).expect(200)).body.data;
const getHealth = async (): Promise<Operations> =>
  (await as(shop, admin).get('/api/admin/operations').expect(200)).body.data;
const postAction = ({ id }: EventView, job: string, action: 'replay' | 'discard', body: object = {}) =>
  as(shop, admin).post(`/api/admin/events/${id}/deliveries/${job}/${action}`, body);
const buyerMails = () => mail.accepted.filter(({ to }) => to === buyer.email);
const auditEntries = (event: EventView) =>
  shop.sql.rows<{ action: string }>(`select * from audit_entries where details->>'eventId' = $1 order by id`, [
    event.id,
  ]);

/** Registers a buyer while the mail server refuses all mails. @returns the event of the dead letter */
async function createDeadMail(): Promise<EventView> {
  mail.mode = 'reject';
  buyer = await aBuyer(shop);
  const [event] = await until('the dead letter is found', async () => {
    const list = await findEvents({ state: 'dead', job: 'send-verification' });
    return list.length > 0 && list;
  });
  mail.mode = 'accept';
  return event!;
}

/** @returns the event of a paid purchase whose personalise-copy job is a dead letter */
async function createDeadCopyJob(): Promise<EventView> {
  const queue = shop.workers.get(Publisher, { strict: false }).queue('documents');
  await queue.pause();
  const purchaseId = await buy(shop, buyer, patternId);
  const [event] = await until('the job execution is open', async () => {
    const list = await findEvents({ job: 'personalise-copy', subject: purchaseId });
    return list.length > 0 && list;
  });
  await shop.workers.get(JobLedger, { strict: false }).giveUp(event!.id, 'personalise-copy', 'given up by the test');
  await queue.resume();
  await shop.settles();
  return event!;
}

describe('a dead letter', () => {
  it('is shown in health, list and detail, and its job runs exactly once after a replay', async () => {
    const dead = await createDeadMail();
    expect(dead).toMatchObject({ state: 'dead', type: 'accounts.verification-requested' });
    expect((await getHealth()).deadLetters).toEqual({ state: 'warning', count: 1 });
    const { deliveries } = await getEvent(dead.id);
    expect(deliveries.find(({ job }) => job === 'send-verification')).toMatchObject({
      queue: 'mail',
      state: 'dead',
      publishes: 1,
      lastError: expect.stringContaining('refused by the test'),
    });

    const { body } = await postAction(dead, 'send-verification', 'replay').expect(200);
    expect(body.data).toEqual({ eventId: dead.id, job: 'send-verification', state: 'open', changed: true });
    await until('the mail is sent', async () => buyerMails().length > 0, 15_000);
    await shop.settles();

    expect(buyerMails()).toHaveLength(1);
    expect(await getEvent(dead.id)).toMatchObject({
      state: 'done',
      deeds: [{ deed: 'replayed', job: 'send-verification', by: 'admin', actorId: admin.id, reason: null }],
    });
    expect((await getHealth()).deadLetters).toEqual({ state: 'ok', count: 0 });
    const again = (await postAction(dead, 'send-verification', 'replay').expect(200)).body.data;
    expect(again).toMatchObject({ state: 'done', changed: false });
    const [done] = await findEvents({ job: 'send-verification', state: 'done', until: dead.occurredAt });
    expect((await postAction(done!, 'send-verification', 'replay').expect(409)).body.code).toBe('DELIVERY_NOT_DEAD');
  });

  it('is replayed only once by concurrent requests', async () => {
    const dead = await createDeadMail();
    const replay = () => postAction(dead, 'send-verification', 'replay');
    const responses = await Promise.all(Array.from({ length: 6 }, replay));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(responses.filter(({ body }) => body.data.changed)).toHaveLength(1);
    expect(await auditEntries(dead)).toHaveLength(1);
    await until('the mail is sent', async () => buyerMails().length > 0, 15_000);
    await shop.settles();
    expect(buyerMails()).toHaveLength(1);
  });

  it('is discarded permanently with a masked reason, and its purchase still counts as unfulfilled', async () => {
    const dead = await createDeadCopyJob();
    expect((await postAction(dead, 'personalise-copy', 'discard').expect(400)).body.error.details).toEqual([
      { field: 'reason', message: 'reason is required' },
    ]);
    const reason = `sent to ${buyer.email} by hand`;
    const [first, second] = await Promise.all([
      postAction(dead, 'personalise-copy', 'discard', { reason }),
      postAction(dead, 'personalise-copy', 'discard', { reason }),
    ]);
    expect([first, second].map(({ body }) => body.data.changed).sort()).toEqual([false, true]);
    expect((await postAction(dead, 'personalise-copy', 'replay').expect(409)).body.code).toBe('DELIVERY_DISCARDED');
    expect(await getEvent(dead.id)).toMatchObject({ state: 'done', deeds: [{ reason: 'sent to [address] by hand' }] });

    await shop.sql.rows(`update purchases set paid_at = paid_at - interval '2 minutes' where id = $1`, [
      dead.payload.purchaseId,
    ]);
    const { deadLetters, purchases } = await getHealth();
    expect(deadLetters.count).toBe(0);
    expect(purchases).toMatchObject({ state: 'warning', unfulfilled: 1 });
    await shop.sql.rows('update purchases set copies_made_at = now() where id = $1', [dead.payload.purchaseId]);
    expect((await getHealth()).purchases).toEqual({ state: 'ok', unfulfilled: 0, oldestAgeSeconds: 0 });
  });

  it('is replayed by only one of two concurrent bulk requests, and the missing copy is made', async () => {
    const dead = await createDeadCopyJob();
    const [copyBuyer, otherDeadLetter] = [buyer, await createDeadMail()];
    const replay = (filters: object) => as(shop, admin).post('/api/admin/events/replay', filters);
    expect((await replay({}).expect(400)).body.error.details[0].field).toBe('job');
    const responses = await Promise.all([replay({ job: 'personalise-copy' }), replay({ job: 'personalise-copy' })]);
    expect(responses.reduce((sum, { body }) => sum + body.data.replayed, 0)).toBe(1);
    await delivered(shop, copyBuyer, dead.payload.purchaseId as string);
    expect((await getEvent(otherDeadLetter.id)).state).toBe('dead');
    expect((await replay({ since: otherDeadLetter.occurredAt }).expect(200)).body.data.replayed).toBe(1);
  });

  it('stays unchanged when the audit entry cannot be written', async () => {
    const dead = await createDeadMail();
    await shop.owner.rows(
      `alter table audit_entries add constraint audit_refused check (action not like 'operations.%') not valid`,
    );
    await postAction(dead, 'send-verification', 'replay').expect(500);
    await postAction(dead, 'send-verification', 'discard', { reason: 'not needed' }).expect(500);
    await as(shop, admin).post('/api/admin/events/replay', { job: 'send-verification' }).expect(500);
    await shop.owner.rows(`alter table audit_entries drop constraint audit_refused`);
    expect((await getEvent(dead.id)).state).toBe('dead');
    expect(await auditEntries(dead)).toEqual([]);
  });
});

describe('the event search', () => {
  it('finds the events of a purchase by its id, and filters them by type, job, state and time', async () => {
    const purchaseId = await buy(shop, buyer, patternId);
    await delivered(shop, buyer, purchaseId);
    await shop.settles();
    const types = (list: EventView[]) => list.map(({ type }) => type);
    const all = await findEvents({ subject: purchaseId });
    expect(types(all)).toEqual(['purchases.copies-made', 'purchases.purchase-completed']);
    const [made, completed] = all as [EventView, EventView];
    expect(completed.deliveries.map(({ job, state }) => [job, state])).toEqual([
      ['claim-purchase', 'done'],
      ['issue-invoice', 'done'],
      ['personalise-copy', 'done'],
      ['send-receipt', 'done'],
    ]);
    const findTypes = async (query: object) => types(await findEvents({ subject: purchaseId, ...query }));
    expect(await findTypes({ type: made.type })).toEqual([made.type]);
    expect(await findTypes({ job: 'send-receipt', state: 'done' })).toEqual([completed.type]);
    expect(await findTypes({ state: 'open' })).toEqual([]);
    expect(await findTypes({ since: made.occurredAt })).toEqual([made.type]);
    expect(await findTypes({ until: made.occurredAt })).toEqual([completed.type]);
    expect(types(await findEvents({ subject: completed.id }))).toEqual([completed.type]);
    expect(await findEvents({ subject: randomUUID() })).toEqual([]);
    const page = await searchEvents({ subject: purchaseId, limit: 1, page: 2 });
    expect([types(page.events), page.total, page.totalPages]).toEqual([[completed.type], 2, 2]);
  });

  it('returns payloads with ids and timestamps only', async () => {
    const rows = await shop.sql.rows<{ payload: Record<string, unknown> }>('select payload from outbox_events');
    expect(rows.length).toBeGreaterThan(10);
    const values = rows.flatMap(({ payload }) => Object.values(payload).map(String));
    expect(values.filter((value) => !/^[0-9a-f-]{36}$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))).toEqual([]);
  });

  it('names the invalid field with 400, and responds with 404 to an unknown event or job', async () => {
    const invalidField = async (query: object) =>
      (await as(shop, admin).get('/api/admin/events').query(query).expect(400)).body.error.details[0].field;
    expect(await invalidField({ state: 'late' })).toBe('state');
    expect(await invalidField({ subject: 'PP-2026-000042' })).toBe('subject');
    const invalid = 'yesterday 2026 2026-11 2026-W47-1 2026-11-22T10 2026-11-22T10:00+23:59 2026-11-22T10:00:00,5Z';
    for (const since of invalid.split(' ')) expect([since, await invalidField({ since })]).toEqual([since, 'since']);
    expect(await invalidField({ until: '2026-13-01' })).toBe('until');
    expect(await invalidField({ page: 90_000 })).toBe('page');
    expect((await as(shop, admin).get(`/api/admin/events/${randomUUID()}`).expect(404)).body.code).toBe(
      'EVENT_NOT_FOUND',
    );
    const [event] = await findEvents({ limit: 1 });
    expect((await postAction(event!, 'no-such-job', 'replay').expect(404)).body.code).toBe('DELIVERY_NOT_FOUND');
  });

  it('refuses a moderator with 403', async () => {
    await shop.sql.rows(`update users set role = 'moderator' where id = $1`, [buyer.id]);
    for (const path of ['events', 'operations'])
      expect((await as(shop, buyer).get(`/api/admin/${path}`)).status).toBe(403);
  });
});

describe('the health of the shop', () => {
  it('lists every part, and is ok when all parts work', async () => {
    await shop.settles();
    const all = await until('Stripe events have been read', async () => {
      const now = await getHealth();
      return now.payments.reconciledUntil !== null && now;
    });
    expect(all).toMatchObject({
      state: 'ok',
      database: { state: 'ok', reachable: true },
      queueBackend: { state: 'ok', reachable: true, backend: shop.config.redisUrl ? 'redis' : 'postgres' },
      storage: { state: 'ok', reachable: true },
      schema: { state: 'ok' },
      outbox: { state: 'ok', waiting: 0 },
      exports: { state: 'ok', open: 0, overdue: 0 },
      erasures: { state: 'ok', open: 0, overdue: 0 },
    });
    expect(all.schema.version).toBe(all.schema.expected);
    expect(Math.abs(all.database.clockDifferenceSeconds!)).toBeLessThan(1);
    expect(all.queues.map(({ name }) => name)).toEqual([...QUEUES]);
    expect(all.queues.filter(({ state, waiting }) => state !== 'ok' || waiting === null)).toEqual([]);
  });

  it('warns about a queue whose oldest job waits too long', async () => {
    await shop.sql.ownTransaction(async (client) => {
      await client.query(
        `insert into outbox_events (id, type, payload, occurred_at, relayed_at)
         values ($1, 'purchases.copies-made', '{}', now() - interval '11 minutes', now())`,
        [buyer.id],
      );
      await client.query(`insert into deliveries (event_id, reaction, queue) values ($1, 'send-copy-ready', 'mail')`, [
        buyer.id,
      ]);
    });
    const { queues, state } = await getHealth();
    expect(queues.find(({ name }) => name === 'mail')).toMatchObject({
      state: 'warning',
      open: 1,
      oldestAgeSeconds: 660,
    });
    expect([state, queues.filter((queue) => queue.state !== 'ok')].flat()).toHaveLength(2);
    await shop.sql.rows('delete from outbox_events where id = $1', [buyer.id]);
  });

  it('responds within three seconds and reports the parts that are down', async () => {
    shop.proxies.s3!.cut();
    shop.proxies.redis?.cut();
    const started = performance.now();
    const { state, storage, queueBackend, queues } = await getHealth();
    expect(performance.now() - started).toBeLessThan(3_000);
    expect([state, storage.state, storage.reachable]).toEqual(['down', 'down', false]);
    expect(queueBackend.reachable).toBe(!shop.proxies.redis);
    expect(queues.map(({ waiting }) => waiting === null)).toEqual(queues.map(() => !!shop.proxies.redis));
    for (const proxy of [shop.proxies.s3, shop.proxies.redis]) proxy?.restore();
    await until('all services are reachable again', async () => {
      const now = await getHealth();
      return now.storage.reachable && now.queueBackend.reachable;
    });
    await aBuyer(shop);
    await shop.settles();
  });
});
