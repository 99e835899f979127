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

const bought = async (id = patternId) => {
  const purchaseId = await buy(shop, buyer, id);
  await delivered(shop, buyer, purchaseId);
  return purchaseId;
};
const paymentOf = (purchaseId: string) =>
  shop.stripe.control.payments().find(({ metadata }) => metadata.purchase_id === purchaseId)!;
const refundsOf = (purchaseId: string) =>
  shop.stripe.control.refunds().filter(({ payment_intent: id }) => id === paymentOf(purchaseId).id);
const refund = (purchaseId: string, body: object = {}) =>
  as(shop, admin).post(`/api/admin/purchases/${purchaseId}/refund`, body);
const mailsAbout = async (subject: RegExp, to = buyer.email) =>
  (await shop.mails()).filter((mail) => mail.to[0]!.address === to && subject.test(mail.subject));
const refunded = (purchaseId: string, who = buyer) =>
  until('the purchase is refunded', async () => (await accessOf(shop, who, purchaseId)).status === 'refunded');
const support = async (query: string) =>
  (await as(shop, admin).get(`/api/admin/purchases?${query}`)).body.data as {
    purchases: Record<string, unknown>[];
    total: number;
  };
interface Charged {
  payment_intent?: unknown;
}
const catchUp = () => shop.api.get(CommandBus).execute(new PollStripeEvents(-2));
/** What somebody does at the card provider's own dashboard. */
const atTheProvider = (purchaseId: string, body: Record<string, string> = {}) =>
  fetch(`${shop.stripe.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.config.stripe.secretKey}` },
    body: new URLSearchParams({ payment_intent: paymentOf(purchaseId).id, ...body }),
  });

it('support reads what a pattern is called in the language of the page', async () => {
  const { orderNumber } = await accessOf(shop, buyer, await bought());
  const titled = async (query: string) => (await support(`search=${orderNumber}&${query}`)).purchases[0]!.patternTitle;
  expect([await titled(''), await titled('lang=en')]).toEqual(['Bluse Berta', 'Berta blouse']);
});

describe('a refund by an administrator', () => {
  it('gives the money back once, however often it is asked for, ends the access and says so', async () => {
    const id = await bought();
    const { downloadToken: token } = await accessOf(shop, buyer, id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(id, { reason: 'Falsche Größe' })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await refunded(id);
    await shop.settles();
    expect(refundsOf(id)).toMatchObject([{ amount: 1290, reason: 'requested_by_customer' }]);
    expect(await mailsAbout(/Erstattung/)).toHaveLength(1);

    const calls = as(shop, buyer);
    expect(await calls.post('/api/downloads/secure', { token })).toMatchObject({ status: 403 });
    expect(await accessOf(shop, buyer, id)).toMatchObject({ canDownload: false, downloadToken: null });
    expect((await calls.get(`/api/users/patterns/${patternId}/access`)).body.data.hasAccess).toBe(false);
    expect((await refund(id)).body.data).toMatchObject({ state: 'refunded', refundedCents: 1290, amountCents: 1290 });
    expect(refundsOf(id)).toHaveLength(1);
    const deeds = await shop.sql.rows(
      `select action, actor_id = $2 as by_admin from audit_entries where user_id = $1 and action like 'purchases.%' order by id`,
      [buyer.id, admin.id],
    );
    expect(deeds).toEqual([
      { action: 'purchases.refund-requested', by_admin: true },
      { action: 'purchases.refunded', by_admin: null },
    ]);
  });

  it('is made once also when the answer of the card provider is lost, and all its webhooks', async () => {
    const id = await bought();
    shop.stripe.control.dropWebhooks();
    shop.stripe.control.failNext({ path: '/v1/refunds', times: 3, outcome: 'lost-answer' });
    await refund(id);
    await refunded(id);
    expect(refundsOf(id)).toHaveLength(1);
  });

  it('is made although the provider keeps repeating an old failure of its own', async () => {
    const id = await bought();
    shop.stripe.control.failNext({ path: '/v1/refunds', status: 500, remembered: true });
    await refund(id);
    await refunded(id);
    expect(refundsOf(id)).toHaveLength(1);
  });

  it('is refused for what was free, is not paid or does not exist', async () => {
    const free = await aPattern().costing(0).in(shop);
    await shop.settles();
    const gift = (await startPayment(shop, buyer, free)).body.data.purchase_id;
    expect(await refund(gift)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_REFUND' } });
    const open = (await startPayment(shop, buyer, patternId)).body.data.purchase_id;
    expect(await refund(open)).toMatchObject({ status: 409, body: { code: 'PURCHASE_NOT_PAID' } });
    const nobody = '019aa000-0000-7000-8000-000000000000';
    expect(await refund(nobody)).toMatchObject({ status: 404, body: { code: 'PURCHASE_NOT_FOUND' } });
    const byBuyer = await as(shop, buyer).post(`/api/admin/purchases/${open}/refund`, {});
    expect(byBuyer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  it('that the card provider refuses is shown to support and may be asked for again', async () => {
    const id = await bought();
    const dispute = shop.stripe.control.dispute(paymentOf(id).id);
    await refund(id);
    await shop.settles();
    const { orderNumber } = await accessOf(shop, buyer, id);
    const [row] = (await support(`search=${orderNumber}`)).purchases;
    expect(row).toMatchObject({
      status: 'paid',
      refund: { state: 'failed', failure: 'charge_disputed' },
      dispute: 'open',
    });
    expect((await refund(id)).body.data.state).toBe('requested');
    shop.stripe.control.closeDispute(dispute, 'lost');
    await refunded(id);
  });
});

describe('money that goes back by another door', () => {
  it('at the provider’s dashboard ends the access; a part of it is only noted', async () => {
    const id = await bought();
    await atTheProvider(id, { amount: '300' });
    await shop.stripe.control.webhooksDelivered();
    expect(await accessOf(shop, buyer, id)).toMatchObject({ status: 'paid', canDownload: true });
    const { orderNumber } = await accessOf(shop, buyer, id);
    expect((await support(`search=${orderNumber}`)).purchases).toMatchObject([{ refundedCents: 300 }]);
    await atTheProvider(id);
    await refunded(id);
    await shop.settles();
    expect(await mailsAbout(/Erstattung/)).toHaveLength(1);
  });

  it('is found although every webhook about it is lost, and so are payments and disputes', async () => {
    const [back, lost, won] = [await bought(), await bought(await another()), await bought(await another())];
    shop.stripe.control.dropWebhooks();
    await atTheProvider(back);
    shop.stripe.control.closeDispute(shop.stripe.control.dispute(paymentOf(lost).id), 'lost');
    shop.stripe.control.closeDispute(shop.stripe.control.dispute(paymentOf(won).id), 'won');
    const paid = await buy(shop, buyer, await another());
    await Promise.all([catchUp(), catchUp()]);
    expect((await accessOf(shop, buyer, paid)).status).toBe('paid');
    expect((await accessOf(shop, buyer, back)).status).toBe('refunded');
    expect((await accessOf(shop, buyer, lost)).status).toBe('refunded');
    expect((await accessOf(shop, buyer, won)).status).toBe('paid');
    expect(await catchUp()).toBe(0);
    await shop.settles();
    expect(await mailsAbout(/Erstattung/)).toHaveLength(2);
  });

  it('is not forgotten when it is reported before the shop knows the payment', async () => {
    shop.stripe.control.dropWebhooks();
    const id = await buy(shop, buyer, await another());
    const payment = paymentOf(id);
    await shop.sql.rows(`update purchases set payment_intent_id = null where id = $1`, [id]);
    const bare = stripeEvent('charge.refunded', { id: 'ch_1', payment_intent: payment.id, refunded: true });
    expect((await postWebhook(shop, bare)).status).toBe(200);
    await postWebhook(shop, stripeEvent('payment_intent.succeeded', payment));
    expect((await accessOf(shop, buyer, id)).status).toBe('paid');
    await catchUp();
    expect((await accessOf(shop, buyer, id)).status).toBe('refunded');
  });

  it('before the payment is reported leaves nothing to deliver, and the buyer hears of it', async () => {
    shop.stripe.control.dropWebhooks();
    const id = await buy(shop, buyer, await another());
    await shop.sql.rows(`update purchases set payment_intent_id = null where id = $1`, [id]);
    await atTheProvider(id);
    const payment = paymentOf(id).id;
    const report = shop.stripe.control
      .events()
      .find(({ type, data }) => type === 'charge.refunded' && (data.object as Charged).payment_intent === payment);
    expect((await postWebhook(shop, report as never)).status).toBe(200);
    await catchUp();
    expect(await accessOf(shop, buyer, id)).toMatchObject({ status: 'refunded', files: [] });
    await shop.settles();
    expect(await mailsAbout(/Erstattung/)).toHaveLength(1);
    expect((await as(shop, buyer).get(`/api/users/purchases/${id}/invoice`)).body.data).toEqual({ invoices: [] });
  });

  it('in a dispute that is still open is noted for support, and the buyer keeps the access', async () => {
    const id = await bought();
    const dispute = shop.stripe.control.dispute(paymentOf(id).id);
    const { orderNumber } = await accessOf(shop, buyer, id);
    await until('the dispute is noted', async () => {
      const [row] = (await support(`search=${orderNumber}`)).purchases;
      return row!.dispute === 'open';
    });
    expect((await accessOf(shop, buyer, id)).canDownload).toBe(true);
    shop.stripe.control.closeDispute(dispute, 'lost');
    await refunded(id);
  });

  /** Another pattern of the same kind. */
  async function another(): Promise<string> {
    const id = await aPattern().costing(1290).in(shop);
    await shop.settles();
    return id;
  }
});

describe('a pattern that was paid twice by one buyer', () => {
  it('is delivered once, and the second payment goes back by itself', async () => {
    const first = (await startPayment(shop, buyer, patternId)).body.data;
    await shop.sql.rows(`update purchases set status = 'cancelled', cancelled_at = now() where id = $1`, [
      first.purchase_id,
    ]);
    const second = (await startPayment(shop, buyer, patternId)).body.data;
    expect(second.purchase_id).not.toBe(first.purchase_id);
    shop.stripe.control.holdWebhooks();
    await Promise.all([confirmCard(shop, first.client_secret), confirmCard(shop, second.client_secret)]);
    shop.stripe.control.releaseWebhooks();
    const states = await until('one of them is refunded', async () => {
      const ids = [first.purchase_id, second.purchase_id];
      const all = await Promise.all(ids.map(async (id) => (await accessOf(shop, buyer, id)).status));
      return all.includes('refunded') && all.includes('paid') && all;
    });
    const [kept, sentBack] =
      states[0] === 'paid' ? [first.purchase_id, second.purchase_id] : [second.purchase_id, first.purchase_id];
    await delivered(shop, buyer, kept);
    await shop.settles();
    expect(refundsOf(sentBack)).toMatchObject([{ amount: 1290, reason: 'duplicate' }]);
    expect(refundsOf(kept)).toEqual([]);
    const told = await mailsAbout(/Erstattung/);
    expect(told).toHaveLength(1);
    expect(told[0]!.text).toContain('zweimal bezahlt');
    expect(await mailsAbout(/Deine Bestellung/)).toHaveLength(1);
    expect((await accessOf(shop, buyer, sentBack)).files).toEqual([]);
  });
});
