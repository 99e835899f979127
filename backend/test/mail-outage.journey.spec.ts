import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { JobLedger } from '#workers/runtime/job-ledger.js';
import { AWAITS_RECEIPT_ERROR } from '#workers/mail/mail-outage.js';
import { Publisher } from '#workers/runtime/publisher.js';
import { WorkersModule } from '#workers/workers.module.js';
import { aBuyer, aPattern, type TestBuyer } from './support/builders.js';
import { startScriptedSmtpServer, type ScriptedSmtpServer } from './support/scripted-smtp-server.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { accessOf, buy, delivered } from './support/pay.js';
import { until } from './support/settles.js';
import { FlakyProxy } from './support/flaky-proxy.js';

const BACKENDS = ['postgres', ...(process.env.TEST_REDIS_URL ? (['redis'] as const) : [])] as const;

describe.each(BACKENDS)('mails during an outage, with the queue in %s', (queue) => {
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

  const listReceipts = (to = buyer.email) => mail.accepted.filter((m) => m.to === to && /PP-/.test(m.subject));
  const lastError = async (reaction: string) =>
    (
      await shop.sql.row<{ error: string | null }>(
        `select d.last_error as error from deliveries d where d.reaction = $1 and d.done_at is null
       order by d.published_at desc limit 1`,
        [reaction],
      )
    )?.error;

  /** Delays the next attempt of a mail by 15 minutes, as after a long outage. */
  const delayNextAttempt = async (purchaseId: string, reaction = 'send-receipt') => {
    const mails = workers.get(Publisher, { strict: false }).queue('mail');
    const [event] = await shop.sql.rows<{ id: string }>(
      `select e.id from outbox_events e join deliveries d on d.event_id = e.id
       where d.reaction = $2 and e.payload->>'purchaseId' = $1`,
      [purchaseId, reaction],
    );
    const mailJob = () => mails.getJob(`${event!.id}.${reaction}`);
    await until('the next attempt is delayed', async () => {
      const job = await mailJob();
      if (!(await job?.isDelayed())) return false;
      return job!.changeDelay(900_000).then(
        () => true,
        () => false,
      );
    });
    return mailJob;
  };

  it('are sent once when the database is lost after the mail server has accepted them', async () => {
    mail.onAccepted = (to) => {
      if (to !== buyer.email) return;
      mail.onAccepted = () => undefined;
      proxy.cut();
    };
    const id = await buy(shop, buyer, patternId);
    await until('the receipt is sent', async () => listReceipts().length > 0);
    await until('recording has failed', async () => proxy.failures > 5);
    proxy.restore();
    await delivered(shop, buyer, id, 30_000);
    await shop.settles();
    expect(listReceipts()).toHaveLength(1);
    expect((await accessOf(shop, buyer, id)).receiptSentAt).not.toBeNull();
    // One run of the job has sent the mail and then repeated only the recording. A run in another process would send the
    // mail again.
    const job = await shop.sql.row(
      `select d.started_count as starts from deliveries d join outbox_events e on e.id = d.event_id
       where d.reaction = 'send-receipt' and e.payload->>'purchaseId' = $1`,
      [id],
    );
    expect(job).toEqual({ starts: 1 });
  });

  it('are not sent again when the sent mail cannot be recorded and the same process retries the job', async () => {
    // With this constraint, every attempt to record the mail fails, until the job itself fails.
    await shop.owner.rows(`alter table purchases add constraint no_receipts check (receipt_sent_at is null) not valid`);
    const id = await buy(shop, buyer, patternId);
    await until('the job has failed', () => lastError('send-receipt'));
    // The statement can time out on a busy machine, because it waits for all transactions that use the table.
    await until('the mail can be recorded again', () =>
      shop.owner.rows(`alter table purchases drop constraint if exists no_receipts`).catch(() => null),
    );
    await delivered(shop, buyer, id, 30_000);
    await shop.settles();
    expect(listReceipts()).toHaveLength(1);
  });

  /** Makes a receipt fail and delays its next attempt. */
  async function failReceiptForLong(): Promise<void> {
    mail.mode = 'unavailable';
    const id = await buy(shop, buyer, patternId);
    await until('the failure is recorded', () => lastError('send-receipt'));
    await delayNextAttempt(id);
  }

  it('are sent as soon as the mail server accepts one mail, without waiting for their full delay', async () => {
    await failReceiptForLong();
    mail.mode = 'accept';
    expect(listReceipts()).toEqual([]);
    await aBuyer(shop);
    await until('the receipt is sent', async () => listReceipts().length > 0, 5_000);
    await shop.settles();
    expect(listReceipts()).toHaveLength(1);
  });

  it('are retried in an order that begins with the receipts', async () => {
    mail.mode = 'unavailable';
    await aBuyer(shop);
    await until('another mail has failed', () => lastError('send-verification'));
    await failReceiptForLong();
    const failing = (limit: number) =>
      workers.get(JobLedger, { strict: false }).listFailing('mail', 'send-receipt', AWAITS_RECEIPT_ERROR, limit);
    const reactions = (await failing(10)).map(({ reaction }) => reaction);
    expect(reactions[0]).toBe('send-receipt');
    expect(reactions.length).toBeGreaterThan(1);
    // During the outage, only this one mail is retried.
    expect(await failing(1)).toMatchObject([{ reaction: 'send-receipt' }]);
    mail.mode = 'accept';
    await aBuyer(shop);
    await shop.settles();
    expect(listReceipts()).toHaveLength(1);
  });

  it('keep their delay when their mailbox is greylisted and mails to other mailboxes are accepted', async () => {
    mail.greylisted.add(buyer.email);
    const id = await buy(shop, buyer, patternId);
    await until('the failure is recorded', () => lastError('send-receipt'));
    const receiptJob = await delayNextAttempt(id);
    const attempts = mail.rejected.length;
    for (let others = 0; others < 5; others++) {
      const { email } = await aBuyer(shop);
      await until('another mail is accepted', async () => mail.accepted.some(({ to }) => to === email));
    }
    expect(mail.rejected).toHaveLength(attempts);
    mail.greylisted.clear();
    await (await receiptJob())!.promote();
    await delivered(shop, buyer, id, 30_000);
    await shop.settles();
    expect(listReceipts()).toHaveLength(1);
  });

  // Runs with only one queue backend, because the test waits for 15 s.
  if (queue === BACKENDS[0])
    it('are sent after an outage even when no new mail is sent', async () => {
      await failReceiptForLong();
      mail.mode = 'accept';
      await until('the receipt is sent', async () => listReceipts().length > 0, 25_000);
      expect(listReceipts()).toHaveLength(1);
    });

  it('about ready copies are sent right after the receipt, without waiting for their full delay', async () => {
    mail.greylisted.add(buyer.email);
    const id = await buy(shop, buyer, patternId);
    await until('the mail about the copy has failed', () => lastError('send-copy-ready'));
    const receiptJob = await delayNextAttempt(id);
    await delayNextAttempt(id, 'send-copy-ready');
    mail.greylisted.clear();
    await (await receiptJob())!.promote();
    await until('the receipt is sent', async () => listReceipts().length > 0);
    await until(
      'the mail about the copy is sent',
      async () => (await lastError('send-copy-ready')) === undefined,
      5_000,
    );
    await shop.settles();
    expect(mail.accepted.filter(({ to }) => to === buyer.email)).toHaveLength(3);
  });
});
