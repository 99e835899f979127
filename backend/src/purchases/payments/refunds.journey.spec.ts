import { CommandBus } from '@nestjs/cqrs';
import { PollStripeEvents } from './commands/poll-stripe-events.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, as, buy, confirmCard, delivered, startPayment } from '../../../test/support/pay.js';
import { stripeEvent, postWebhook } from '../../../test/support/stripe-event.js';
import { until } from '../../../test/support/settles.js';

let shop: OpenShop;
let patternId: string;
let buyer: TestBuyer;
let admin: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  patternId = await aPattern().titled('Bluse Berta', 'Berta blouse').costing(1290).in(shop);
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

const buyDelivered = async (id = patternId) => {
  const purchaseId = await buy(shop, buyer, id);
  await delivered(shop, buyer, purchaseId);
  return purchaseId;
};
const findPayment = (purchaseId: string) =>
  shop.stripe.control.payments().find(({ metadata }) => metadata.purchase_id === purchaseId)!;
const listRefunds = (purchaseId: string) =>
  shop.stripe.control.refunds().filter(({ payment_intent: id }) => id === findPayment(purchaseId).id);
const refund = (purchaseId: string, body: object = {}) =>
  as(shop, admin).post(`/api/admin/purchases/${purchaseId}/refund`, body);
const mailsAbout = async (subject: RegExp, to = buyer.email) =>
  (await shop.mails()).filter((mail) => mail.to[0]!.address === to && subject.test(mail.subject));
const waitForRefund = (purchaseId: string, who = buyer) =>
  until('the purchase is refunded', async () => (await accessOf(shop, who, purchaseId)).status === 'refunded');
const listPurchases = async (query: string) =>
  (await as(shop, admin).get(`/api/admin/purchases?${query}`)).body.data as {
    purchases: Record<string, unknown>[];
    total: number;
  };
interface Charge {
  payment_intent?: unknown;
}
/** Polls two seconds into the future, so that events of the current second are found too. */
const poll = () => shop.api.get(CommandBus).execute(new PollStripeEvents(-2));
/** Creates a refund as in Stripe's dashboard. */
const refundInDashboard = (purchaseId: string, body: Record<string, string> = {}) =>
  fetch(`${shop.stripe.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.config.stripe.secretKey}` },
    body: new URLSearchParams({ payment_intent: findPayment(purchaseId).id, ...body }),
  });

it('the list of purchases for support shows the pattern title in the requested language', async () => {
  const { orderNumber } = await accessOf(shop, buyer, await buyDelivered());
  const readTitle = async (query: string) =>
    (await listPurchases(`search=${orderNumber}&${query}`)).purchases[0]!.patternTitle;
  expect([await readTitle(''), await readTitle('lang=en')]).toEqual(['Bluse Berta', 'Berta blouse']);
});

describe('refund by an administrator', () => {
  it('is created once for concurrent requests, ends the access and mails the buyer', async () => {
    const id = await buyDelivered();
    const { downloadToken: token } = await accessOf(shop, buyer, id);
    const responses = await Promise.all(Array.from({ length: 20 }, () => refund(id, { reason: 'Falsche Größe' })));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await waitForRefund(id);
    await shop.settles();
    expect(listRefunds(id)).toMatchObject([{ amount: 1290, reason: 'requested_by_customer' }]);
    expect(await mailsAbout(/Erstattung/)).toHaveLength(1);

    const calls = as(shop, buyer);
    expect(await calls.post('/api/downloads/secure', { token })).toMatchObject({ status: 403 });
    expect(await accessOf(shop, buyer, id)).toMatchObject({ canDownload: false, downloadToken: null });
    expect((await calls.get(`/api/users/patterns/${patternId}/access`)).body.data.hasAccess).toBe(false);
    expect((await refund(id)).body.data).toMatchObject({ state: 'refunded', refundedCents: 1290, amountCents: 1290 });
    expect(listRefunds(id)).toHaveLength(1);
    const entries = await shop.sql.rows(
      `select action, actor_id = $2 as by_admin from audit_entries where user_id = $1 and action like 'purchases.%' order by id`,
      [buyer.id, admin.id],
    );
    expect(entries).toEqual([
      { action: 'purchases.refund-requested', by_admin: true },
      { action: 'purchases.refunded', by_admin: null },
    ]);
  });

  it('is created once when Stripe’s responses and webhooks are lost', async () => {
    const id = await buyDelivered();
    shop.stripe.control.dropWebhooks();
    shop.stripe.control.failNext({ path: '/v1/refunds', times: 3, outcome: 'lost-response' });
    await refund(id);
    await waitForRefund(id);
    expect(listRefunds(id)).toHaveLength(1);
  });

  it('is created when Stripe replays an error for the idempotency key', async () => {
    const id = await buyDelivered();
    shop.stripe.control.failNext({ path: '/v1/refunds', status: 500, remembered: true });
    await refund(id);
    await waitForRefund(id);
    expect(listRefunds(id)).toHaveLength(1);
  });

  it('is refused for a free, unpaid or unknown purchase, and to a buyer', async () => {
    const freePattern = await aPattern().costing(0).in(shop);
    await shop.settles();
    const freeOrder = (await startPayment(shop, buyer, freePattern)).body.data.purchase_id;
    expect(await refund(freeOrder)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_REFUND' } });
    const unpaidOrder = (await startPayment(shop, buyer, patternId)).body.data.purchase_id;
    expect(await refund(unpaidOrder)).toMatchObject({ status: 409, body: { code: 'PURCHASE_NOT_PAID' } });
    const unknown = '019aa000-0000-7000-8000-000000000000';
    expect(await refund(unknown)).toMatchObject({ status: 404, body: { code: 'PURCHASE_NOT_FOUND' } });
    const byBuyer = await as(shop, buyer).post(`/api/admin/purchases/${unpaidOrder}/refund`, {});
    expect(byBuyer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  it('is shown to support when Stripe refuses it, and can be requested again', async () => {
    const id = await buyDelivered();
    const dispute = shop.stripe.control.dispute(findPayment(id).id);
    await refund(id);
    await shop.settles();
    const { orderNumber } = await accessOf(shop, buyer, id);
    const [row] = (await listPurchases(`search=${orderNumber}`)).purchases;
    expect(row).toMatchObject({
      status: 'paid',
      refund: { state: 'failed', failure: 'charge_disputed' },
      dispute: 'open',
    });
    expect((await refund(id)).body.data.state).toBe('requested');
    shop.stripe.control.closeDispute(dispute, 'lost');
    await waitForRefund(id);
  });
});

describe('refund or dispute outside the shop', () => {
  it('ends the access if it is a full refund in Stripe’s dashboard; a partial refund is only recorded', async () => {
    const id = await buyDelivered();
    await refundInDashboard(id, { amount: '300' });
    await shop.stripe.control.webhooksDelivered();
    expect(await accessOf(shop, buyer, id)).toMatchObject({ status: 'paid', canDownload: true });
    const { orderNumber } = await accessOf(shop, buyer, id);
    expect((await listPurchases(`search=${orderNumber}`)).purchases).toMatchObject([{ refundedCents: 300 }]);
    await refundInDashboard(id);
    await waitForRefund(id);
    await shop.settles();
    expect(await mailsAbout(/Erstattung/)).toHaveLength(1);
  });

  it('is found by polling when all webhooks are lost', async () => {
    const [refunded, lostDispute, wonDispute] = [
      await buyDelivered(),
      await buyDelivered(await createPattern()),
      await buyDelivered(await createPattern()),
    ];
    shop.stripe.control.dropWebhooks();
    await refundInDashboard(refunded);
    shop.stripe.control.closeDispute(shop.stripe.control.dispute(findPayment(lostDispute).id), 'lost');
    shop.stripe.control.closeDispute(shop.stripe.control.dispute(findPayment(wonDispute).id), 'won');
    const paid = await buy(shop, buyer, await createPattern());
    await Promise.all([poll(), poll()]);
    expect((await accessOf(shop, buyer, paid)).status).toBe('paid');
    expect((await accessOf(shop, buyer, refunded)).status).toBe('refunded');
    expect((await accessOf(shop, buyer, lostDispute)).status).toBe('refunded');
    expect((await accessOf(shop, buyer, wonDispute)).status).toBe('paid');
    expect(await poll()).toBe(0);
    await shop.settles();
    expect(await mailsAbout(/Erstattung/)).toHaveLength(2);
  });

  it('is applied later when its event arrives before the shop has stored the payment id', async () => {
    shop.stripe.control.dropWebhooks();
    const id = await buy(shop, buyer, await createPattern());
    const payment = findPayment(id);
    await shop.sql.rows(`update purchases set payment_intent_id = null where id = $1`, [id]);
    const refundEvent = stripeEvent('charge.refunded', { id: 'ch_1', payment_intent: payment.id, refunded: true });
    expect((await postWebhook(shop, refundEvent)).status).toBe(200);
    await postWebhook(shop, stripeEvent('payment_intent.succeeded', payment));
    expect((await accessOf(shop, buyer, id)).status).toBe('paid');
    await poll();
    expect((await accessOf(shop, buyer, id)).status).toBe('refunded');
  });

  it('prevents the delivery and causes a mail to the buyer when its event arrives before the payment event', async () => {
    shop.stripe.control.dropWebhooks();
    const id = await buy(shop, buyer, await createPattern());
    await shop.sql.rows(`update purchases set payment_intent_id = null where id = $1`, [id]);
    await refundInDashboard(id);
    const paymentId = findPayment(id).id;
    const event = shop.stripe.control
      .events()
      .find(({ type, data }) => type === 'charge.refunded' && (data.object as Charge).payment_intent === paymentId);
    expect((await postWebhook(shop, event as never)).status).toBe(200);
    await poll();
    expect(await accessOf(shop, buyer, id)).toMatchObject({ status: 'refunded', files: [] });
    await shop.settles();
    expect(await mailsAbout(/Erstattung/)).toHaveLength(1);
    expect((await as(shop, buyer).get(`/api/users/purchases/${id}/invoice`)).body.data).toEqual({ invoices: [] });
  });

  it('is shown to support if it is a dispute; the buyer keeps the access until the dispute is lost', async () => {
    const id = await buyDelivered();
    const dispute = shop.stripe.control.dispute(findPayment(id).id);
    const { orderNumber } = await accessOf(shop, buyer, id);
    await until('the dispute is recorded', async () => {
      const [row] = (await listPurchases(`search=${orderNumber}`)).purchases;
      return row!.dispute === 'open';
    });
    expect((await accessOf(shop, buyer, id)).canDownload).toBe(true);
    shop.stripe.control.closeDispute(dispute, 'lost');
    await waitForRefund(id);
  });

  /** Creates a pattern with the same price as `patternId`. */
  async function createPattern(): Promise<string> {
    const id = await aPattern().costing(1290).in(shop);
    await shop.settles();
    return id;
  }
});

describe('pattern paid twice by one buyer', () => {
  it('is delivered once, and the second payment is refunded automatically', async () => {
    const first = (await startPayment(shop, buyer, patternId)).body.data;
    await shop.sql.rows(`update purchases set status = 'cancelled', cancelled_at = now() where id = $1`, [
      first.purchase_id,
    ]);
    const second = (await startPayment(shop, buyer, patternId)).body.data;
    expect(second.purchase_id).not.toBe(first.purchase_id);
    shop.stripe.control.holdWebhooks();
    await Promise.all([confirmCard(shop, first.client_secret), confirmCard(shop, second.client_secret)]);
    shop.stripe.control.releaseWebhooks();
    const states = await until('one of the orders is refunded', async () => {
      const ids = [first.purchase_id, second.purchase_id];
      const all = await Promise.all(ids.map(async (id) => (await accessOf(shop, buyer, id)).status));
      return all.includes('refunded') && all.includes('paid') && all;
    });
    const [deliveredId, refundedId] =
      states[0] === 'paid' ? [first.purchase_id, second.purchase_id] : [second.purchase_id, first.purchase_id];
    await delivered(shop, buyer, deliveredId);
    await shop.settles();
    expect(listRefunds(refundedId)).toMatchObject([{ amount: 1290, reason: 'duplicate' }]);
    expect(listRefunds(deliveredId)).toEqual([]);
    const refundMails = await mailsAbout(/Erstattung/);
    expect(refundMails).toHaveLength(1);
    expect(refundMails[0]!.text).toContain('zweimal bezahlt');
    expect(await mailsAbout(/Deine Bestellung/)).toHaveLength(1);
    expect((await accessOf(shop, buyer, refundedId)).files).toEqual([]);
  });
});
