import { CommandBus } from '@nestjs/cqrs';
import { readFileSync } from 'node:fs';
import { LedgerMetrics } from '#workers/runtime/ledger-metrics.js';
import { Publisher } from '#workers/runtime/publisher.js';
import { ReconcilePaymentsJob } from '#workers/purchases/reconcile-payments.js';
import type { Operations } from '../../operations/health.contract.js';
import { ledgerRegistry } from '../../platform/events/ledger-gauges.js';
import { PollStripeEvents } from './commands/poll-stripe-events.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, as, buy, delivered } from '../../../test/support/pay.js';
import { stripeEvent, postWebhook, type StripeEvent } from '../../../test/support/stripe-event.js';
import { until } from '../../../test/support/settles.js';

let shop: OpenShop;
let patternId: string;
let buyer: TestBuyer;
let admin: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  patternId = await aPattern().titled('Bluse Berta').costing(1290).in(shop);
  admin = await aBuyer(shop);
  await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
  await shop.settles();
});
afterAll(() => shop?.close());
beforeEach(async () => {
  buyer = await aBuyer(shop);
});
afterEach(() => {
  shop.stripe.control.clearFaults();
  shop.stripe.control.releaseWebhooks();
});

const buyDelivered = async () => {
  const purchaseId = await buy(shop, buyer, patternId);
  await delivered(shop, buyer, purchaseId);
  return purchaseId;
};
const findPayment = (purchaseId: string) =>
  shop.stripe.control.payments().find(({ metadata }) => metadata.purchase_id === purchaseId)!;
const listRefunds = (purchaseId: string) =>
  shop.stripe.control.refunds().filter(({ payment_intent: id }) => id === findPayment(purchaseId).id);
const findEvent = (type: string, purchaseId: string) =>
  shop.stripe.control
    .events()
    .find(
      (event) =>
        event.type === type &&
        (event.data.object as { payment_intent?: unknown }).payment_intent === findPayment(purchaseId).id,
    ) as unknown as StripeEvent;
const refund = (purchaseId: string) => as(shop, admin).post(`/api/admin/purchases/${purchaseId}/refund`, {});
const readPurchaseAfterJobs = async (purchaseId: string) => {
  await shop.stripe.control.webhooksDelivered();
  await shop.settles();
  return readPurchase(purchaseId);
};
async function readPurchase(purchaseId: string) {
  const { orderNumber } = await accessOf(shop, buyer, purchaseId);
  const { body } = await as(shop, admin).get(`/api/admin/purchases?search=${orderNumber.toLowerCase()}`);
  return body.data.purchases[0] as { status: string; refund: { state: string; failure: string | null } };
}
const listPurchasesWithFailedRefund = async () => {
  const { body } = await as(shop, admin).get('/api/admin/purchases?refund=failed&status=refunded').expect(200);
  const { purchases, total } = body.data as { purchases: { id: string }[]; total: number };
  expect(total).toBe(purchases.length);
  return purchases.map(({ id }) => id);
};
const countMails = async (subject: RegExp) =>
  (await shop.mails()).filter((mail) => mail.to[0]!.address === buyer.email && subject.test(mail.subject)).length;

describe('failed refunds, undecided withdrawals and open disputes', () => {
  it('are counted in health and metrics until they are settled', async () => {
    const refused = await buyDelivered();
    buyer = await aBuyer(shop);
    const disputed = await buyDelivered();
    await shop.sql.rows(
      `insert into refund_requests (purchase_id, cause, requested_at, failure)
       select id, 'withdrawal', now() - interval '59 minutes', 'charge_disputed' from unnest($1::uuid[]) id`,
      [[refused, disputed]],
    );
    await shop.sql.rows(`update purchases set disputed_at = now(), dispute_state = 'open' where id = $1`, [disputed]);
    const declaration = { name: 'Grete', email: buyer.email, order_number: 'das Sommerkleid' };
    await as(shop, buyer).post('/api/withdrawals', declaration).expect(202);
    const readHealth = async () => {
      const { body } = await as(shop, admin).get('/api/admin/operations').expect(200);
      const { refunds, withdrawals, disputes } = body.data as Operations;
      return { refunds, withdrawals, disputes };
    };
    const moveBack = (table: string, column: string, interval: string) =>
      shop.sql.rows(`update ${table} set ${column} = ${column} - interval '${interval}'`);
    expect(await readHealth()).toEqual({
      refunds: { state: 'warning', failed: 1, oldestAgeSeconds: expect.any(Number) },
      withdrawals: { state: 'ok', open: 1, oldestAgeSeconds: expect.any(Number) },
      disputes: { state: 'warning', open: 1 },
    });
    await moveBack('refund_requests', 'requested_at', '1 minute');
    await moveBack('withdrawals', 'received_at', '2 days');
    expect(await readHealth()).toMatchObject({ refunds: { state: 'down' }, withdrawals: { state: 'warning' } });
    await moveBack('withdrawals', 'received_at', '5 days');
    const { refunds, withdrawals } = await readHealth();
    expect([withdrawals.state, withdrawals.oldestAgeSeconds, refunds.oldestAgeSeconds]).toEqual([
      'down',
      expect.closeTo(7 * 86_400, -2),
      expect.closeTo(3_600, -2),
    ]);
    await new LedgerMetrics(shop.sql as never, shop.workers.get(Publisher, { strict: false })).collect();
    const readMetric = async (name: string) => (await ledgerRegistry.getSingleMetric(name)!.get()).values[0]!.value;
    for (const name of ['shop_refunds_failed', 'shop_withdrawals_open', 'shop_disputes_open'])
      expect([name, await readMetric(name)]).toEqual([name, 1]);
    expect(await readMetric('shop_refunds_failed_oldest_age_seconds')).toBeCloseTo(3_600, -2);
    expect(await readMetric('shop_withdrawals_open_oldest_age_seconds')).toBeCloseTo(7 * 86_400, -2);

    await shop.sql.rows(`update purchases set dispute_state = 'lost' where id = $1`, [disputed]);
    await shop.sql.rows('update refund_requests set failure = null, settled_at = now()');
    await shop.sql.rows(`update withdrawals set decision = 'declined', decided_at = now()`);
    expect(await readHealth()).toEqual({
      refunds: { state: 'ok', failed: 0, oldestAgeSeconds: 0 },
      withdrawals: { state: 'ok', open: 0, oldestAgeSeconds: 0 },
      disputes: { state: 'ok', open: 0 },
    });
  });
});

describe('refund returned by a bank', () => {
  it('is shown to support as failed, and is created again on request', async () => {
    const id = await buyDelivered();
    await refund(id);
    expect(await readPurchaseAfterJobs(id)).toMatchObject({ status: 'refunded', refund: { state: 'refunded' } });
    shop.stripe.control.failRefund(listRefunds(id)[0]!.id);
    expect(await readPurchaseAfterJobs(id)).toMatchObject({
      status: 'refunded',
      refund: { state: 'failed', failure: 'expired_or_canceled_card' },
    });
    expect(await listPurchasesWithFailedRefund()).toEqual([id]);

    expect((await refund(id)).body.data).toMatchObject({ state: 'requested' });
    expect(await readPurchaseAfterJobs(id)).toMatchObject({
      status: 'refunded',
      refund: { state: 'refunded', failure: null },
    });
    expect(await listPurchasesWithFailedRefund()).toEqual([]);
    expect(listRefunds(id).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect((await refund(id)).body.data).toMatchObject({ state: 'refunded' });
    expect(await readPurchaseAfterJobs(id)).toMatchObject({ refund: { state: 'refunded' } });
    expect(listRefunds(id)).toHaveLength(2);
    expect(await countMails(/Erstattung/)).toBe(1);
    expect((await readPurchase(id)) as object).toMatchObject({
      invoiceNumbers: [expect.any(String), expect.any(String)],
    });
  });

  it('stays failed when its refund event arrives late, until the operator runs the SQL of the runbook', async () => {
    const id = await buyDelivered();
    shop.stripe.control.holdWebhooks();
    await refund(id);
    await until('the refund is created', async () => (await readPurchase(id)).status === 'refunded');
    shop.stripe.control.dropWebhooks();
    shop.stripe.control.failRefund(listRefunds(id)[0]!.id);
    await postWebhook(shop, findEvent('refund.failed', id)).expect(200);
    await postWebhook(shop, findEvent('charge.refunded', id)).expect(200);
    expect(await readPurchase(id)).toMatchObject({ refund: { state: 'failed' } });

    const request = await shop.sql.row<{ id: string }>('select id from refund_requests where purchase_id = $1', [id]);
    const runbook = readFileSync('docs/runbooks/refund-failed.md', 'utf8');
    await shop.sql.rows(/```sql\n([^`]*);\n/.exec(runbook)![1]!.replace('…', request!.id));
    expect(await readPurchase(id)).toMatchObject({ status: 'refunded', refund: { state: 'refunded', failure: null } });
    expect(
      await shop.sql.rows(`select details->>'purchaseId' as id from audit_entries where user_id = $1 and by_operator`, [
        buyer.id,
      ]),
    ).toEqual([{ id }]);
  });

  it('is not reported as failed again when Stripe repeats the failure event of the first attempt', async () => {
    const id = await buyDelivered();
    await refund(id);
    await readPurchaseAfterJobs(id);
    shop.stripe.control.failRefund(listRefunds(id)[0]!.id);
    await readPurchaseAfterJobs(id);
    shop.stripe.control.failNext({ path: '/v1/refunds', status: 500, times: 4 });
    await refund(id);
    const firstFailure = findEvent('refund.failed', id).data.object;
    await postWebhook(shop, stripeEvent('refund.failed', firstFailure)).expect(200);
    expect(await readPurchaseAfterJobs(id)).toMatchObject({ refund: { state: 'refunded', failure: null } });
    await postWebhook(shop, stripeEvent('refund.failed', firstFailure)).expect(200);
    expect(await readPurchase(id)).toMatchObject({ refund: { state: 'refunded', failure: null } });
    expect(listRefunds(id).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  it('can be requested again even if it was created in Stripe’s dashboard', async () => {
    const id = await buyDelivered();
    await fetch(`${shop.stripe.url}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.config.stripe.secretKey}` },
      body: new URLSearchParams({ payment_intent: findPayment(id).id }),
    });
    expect(await readPurchaseAfterJobs(id)).toMatchObject({ status: 'refunded', refund: null });
    shop.stripe.control.failRefund(listRefunds(id)[0]!.id);
    expect(await readPurchaseAfterJobs(id)).toMatchObject({ refund: { state: 'failed' } });
    await refund(id);
    expect(await readPurchaseAfterJobs(id)).toMatchObject({ refund: { state: 'refunded' } });
    expect(listRefunds(id).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });
});

describe('requested refund that Stripe has not created', () => {
  const insertRequest = async (id: string, hoursAgo: number) => {
    await shop.sql.rows(
      `insert into refund_requests (purchase_id, cause, requested_at, announced_at)
       values ($1, 'admin', now(), now() - make_interval(hours => $2))`,
      [id, hoursAgo],
    );
  };
  const countRequestedEvents = async (id: string) =>
    (
      await shop.sql.rows(
        `select from outbox_events where type = 'purchases.refund-requested' and payload->>'purchaseId' = $1`,
        [id],
      )
    ).length;

  it('is scheduled again when its job is a dead letter, only once by concurrent workers, and is then created', async () => {
    const id = await buyDelivered();
    await insertRequest(id, 26);
    const job = shop.workers.get(ReconcilePaymentsJob);
    await Promise.all([job.run(), job.run(), job.run()]);
    expect(await readPurchaseAfterJobs(id)).toMatchObject({ status: 'refunded', refund: { state: 'refunded' } });
    expect([listRefunds(id).length, await countRequestedEvents(id)]).toEqual([1, 1]);
  });

  it('is not scheduled again while its job can still be retried', async () => {
    const id = await buyDelivered();
    await insertRequest(id, 24);
    await shop.workers.get(ReconcilePaymentsJob).run();
    expect(await readPurchaseAfterJobs(id)).toMatchObject({ status: 'paid', refund: { state: 'requested' } });
    expect(await countRequestedEvents(id)).toBe(0);
  });
});

describe('Stripe event that cannot be processed', () => {
  /** Polls two seconds into the future, so that events of the current second are found too. */
  const poll = () => shop.api.get(CommandBus).execute(new PollStripeEvents(-2));
  const readOutcome = async ({ id }: StripeEvent) =>
    (await shop.sql.row<{ outcome: string }>('select outcome from webhook_inbox where event_id = $1', [id]))?.outcome;

  it('is stored as failed after five attempts, blocks no other event, and is processed when Stripe resends it', async () => {
    shop.stripe.control.dropWebhooks();
    const otherBuyer = await aBuyer(shop);
    const failingId = await buy(shop, otherBuyer, patternId);
    await shop.owner.rows(`create function reject_update() returns trigger language plpgsql as $$
      begin
        if new.id = '${failingId}' then raise exception 'refused by the test'; end if;
        return new;
      end $$`);
    await shop.owner.rows(
      `create trigger rejected_update before update on purchases for each row execute function reject_update()`,
    );
    const unaffectedId = await buy(shop, buyer, patternId);
    const readCursor = async () =>
      (await shop.sql.row<{ at: string }>('select read_until::text as at from stripe_cursor'))?.at ?? null;
    const before = await readCursor();
    for (let attempt = 0; attempt < 4; attempt += 1) await poll();
    const event = findEvent('charge.succeeded', failingId);
    expect([await readOutcome(event), await readCursor()]).toEqual([undefined, before]);
    await poll();
    expect(await readOutcome(event)).toBe('failed');
    expect(await readCursor()).not.toBe(before);
    expect((await accessOf(shop, buyer, unaffectedId)).status).toBe('paid');

    await shop.owner.rows('drop trigger rejected_update on purchases');
    await postWebhook(shop, event).expect(200);
    expect(await readOutcome(event)).toBe('applied');
  });
});
