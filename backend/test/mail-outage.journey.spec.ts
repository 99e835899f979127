import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { JobLedger } from '#workers/runtime/job-ledger.js';
import { AWAITS_RECEIPT } from '#workers/mail/mail-outage.js';
import { Publisher } from '#workers/runtime/publisher.js';
import { WorkersModule } from '#workers/workers.module.js';
import { aBuyer, aPattern, type TestBuyer } from './support/builders.js';
import { startScriptedSmtpServer, type ScriptedSmtpServer } from './support/scripted-smtp-server.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { accessOf, buy, delivered } from './support/pay.js';
import { until } from './support/settles.js';
import { FlakyProxy } from './support/flaky-proxy.js';

const BACKENDS = ['postgres', ...(process.env.TEST_REDIS_URL ? (['redis'] as const) : [])] as const;

describe.each(BACKENDS)('mails in bad times, with the queue on %s', (queue) => {
  let shop: OpenShop;
  let mail: ScriptedSmtpServer;
  let proxy: FlakyProxy;
  let workers: INestApplicationContext;
  let buyer: TestBuyer;
  let patternId: string;

  beforeAll(async () => {
    mail = await startScriptedSmtpServer();
    shop = await openShop({ queue, env: { SMTP_URL: mail.url } });
    proxy = await FlakyProxy.to(shop.config.databaseUrl);
    const config = { ...shop.config, databaseUrl: proxy.urlOf(shop.config.databaseUrl) };
    workers = await NestFactory.createApplicationContext(WorkersModule.with(config), { logger: false });
    patternId = await aPattern().in(shop);
    await shop.settles();
  });
  afterAll(async () => {
    proxy?.restore();
    await workers?.close();
    await proxy?.close();
    await shop?.close();
    await mail?.close();
  });
  beforeEach(async () => {
    buyer = await aBuyer(shop);
    await shop.settles();
  });
  afterEach(() => {
    mail.onAccepted = () => undefined;
    mail.mode = 'accept';
    mail.greylisted.clear();
    proxy.restore();
  });

  const receipts = (to = buyer.email) => mail.accepted.filter((m) => m.to === to && /PP-/.test(m.subject));
  const lastError = async (reaction: string) =>
    (
      await shop.sql.row<{ error: string | null }>(
        `select d.last_error as error from deliveries d where d.reaction = $1 and d.done_at is null
       order by d.published_at desc limit 1`,
        [reaction],
      )
    )?.error;

  /** As after a long outage: the next try of a mail is a quarter of an hour away. */
  const nextTryFarAway = async (purchaseId: string, reaction = 'send-receipt') => {
    const mails = workers.get(Publisher, { strict: false }).queue('mail');
    const [event] = await shop.sql.rows<{ id: string }>(
      `select e.id from outbox_events e join deliveries d on d.event_id = e.id
       where d.reaction = $2 and e.payload->>'purchaseId' = $1`,
      [purchaseId, reaction],
    );
    const mailJob = () => mails.getJob(`${event!.id}.${reaction}`);
    await until('the next try is far away', async () => {
      const job = await mailJob();
      if (!(await job?.isDelayed())) return false;
      return job!.changeDelay(900_000).then(
        () => true,
        () => false,
      );
    });
    return mailJob;
  };

  it('are sent once though the database is lost the moment after the server took them (review point 35)', async () => {
    mail.onAccepted = (to) => {
      if (to !== buyer.email) return;
      mail.onAccepted = () => undefined;
      proxy.cut();
    };
    const id = await buy(shop, buyer, patternId);
    await until('the receipt is out', async () => receipts().length > 0);
    await until('the record was tried in vain', async () => proxy.failures > 5);
    proxy.restore();
    await delivered(shop, buyer, id, 30_000);
    await shop.settles();
    expect(receipts()).toHaveLength(1);
    expect((await accessOf(shop, buyer, id)).receiptSentAt).not.toBeNull();
    // Recorded in place: a second start might be in another process, which does not know what this one has sent.
    const job = await shop.sql.row(
      `select d.started_count as starts from deliveries d join outbox_events e on e.id = d.event_id
       where d.reaction = 'send-receipt' and e.payload->>'purchaseId' = $1`,
      [id],
    );
    expect(job).toEqual({ starts: 1 });
  });

  it('are not sent again by a retry whose process has sent them (review point 35)', async () => {
    // The record is refused for longer than it is tried in place.
    await shop.owner.rows(`alter table purchases add constraint no_receipts check (receipt_sent_at is null) not valid`);
    const id = await buy(shop, buyer, patternId);
    await until('the job has failed', () => lastError('send-receipt'));
    // The statement waits for all that use the table, and on a busy machine not long enough.
    await until('the record is possible again', () =>
      shop.owner.rows(`alter table purchases drop constraint if exists no_receipts`).catch(() => null),
    );
    await delivered(shop, buyer, id, 30_000);
    await shop.settles();
    expect(receipts()).toHaveLength(1);
  });

  /** A receipt that was turned away, and whose next try is far away. */
  async function longOutage(): Promise<void> {
    mail.mode = 'unavailable';
    const id = await buy(shop, buyer, patternId);
    await until('the failure is in the ledger', () => lastError('send-receipt'));
    await nextTryFarAway(id);
  }

  it('go as soon as the server takes one again, though their pauses have grown (review point 36)', async () => {
    await longOutage();
    mail.mode = 'accept';
    expect(receipts()).toEqual([]);
    await aBuyer(shop);
    await until('the receipt has gone', async () => receipts().length > 0, 5_000);
    await shop.settles();
    expect(receipts()).toHaveLength(1);
  });

  it('go receipts first, whatever has waited longer (review point 36)', async () => {
    mail.mode = 'unavailable';
    await aBuyer(shop);
    await until('another mail was turned away', () => lastError('send-verification'));
    await longOutage();
    const failing = (most: number) =>
      workers.get(JobLedger, { strict: false }).failing('mail', 'send-receipt', AWAITS_RECEIPT, most);
    const reactions = (await failing(10)).map(({ reaction }) => reaction);
    expect(reactions[0]).toBe('send-receipt');
    expect(reactions.length).toBeGreaterThan(1);
    // One is tried while the outage lasts.
    expect(await failing(1)).toMatchObject([{ reaction: 'send-receipt' }]);
    mail.mode = 'accept';
    await aBuyer(shop);
    await shop.settles();
    expect(receipts()).toHaveLength(1);
  });

  it('of one greylisted mailbox keep their own pause while others are taken', async () => {
    mail.greylisted.add(buyer.email);
    const id = await buy(shop, buyer, patternId);
    await until('the failure is in the ledger', () => lastError('send-receipt'));
    const receiptJob = await nextTryFarAway(id);
    const tries = mail.rejected.length;
    for (let others = 0; others < 5; others++) {
      const { email } = await aBuyer(shop);
      await until('another mail is taken', async () => mail.accepted.some(({ to }) => to === email));
    }
    expect(mail.rejected).toHaveLength(tries);
    mail.greylisted.clear();
    await (await receiptJob())!.promote();
    await delivered(shop, buyer, id, 30_000);
    await shop.settles();
    expect(receipts()).toHaveLength(1);
  });

  // Once is enough: it waits for 15 s.
  if (queue === BACKENDS[0])
    it('notice by themselves that the server takes mails again (review point 36)', async () => {
      await longOutage();
      mail.mode = 'accept';
      await until('the receipt has gone', async () => receipts().length > 0, 25_000);
      expect(receipts()).toHaveLength(1);
    });

  it('that announce a copy go right after the receipt, though their pauses have grown', async () => {
    mail.greylisted.add(buyer.email);
    const id = await buy(shop, buyer, patternId);
    await until('the announcement has failed', () => lastError('send-copy-ready'));
    const receiptJob = await nextTryFarAway(id);
    await nextTryFarAway(id, 'send-copy-ready');
    mail.greylisted.clear();
    await (await receiptJob())!.promote();
    await until('the receipt has gone', async () => receipts().length > 0);
    await until('the announcement has gone', async () => (await lastError('send-copy-ready')) === undefined, 5_000);
    await shop.settles();
    expect(mail.accepted.filter(({ to }) => to === buyer.email)).toHaveLength(3);
  });
});
