import { CommandBus } from '@nestjs/cqrs';
import { CardPayments } from './card-payments.js';
import { ReconcilePayments } from './commands/reconcile-payments.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, as, buy, confirmCard, delivered, startPayment } from '../../../test/support/pay.js';
import { postWebhook, type StripeEvent } from '../../../test/support/stripe-event.js';
import { until } from '../../../test/support/settles.js';

let shop: OpenShop;
let patternId: string;
let admin: TestBuyer;
let buyer: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  patternId = await aPattern().titled('Jacke Jule').costing(1290).in(shop);
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
  shop.stripe.control.dropWebhooks();
  shop.stripe.control.releaseWebhooks();
});

const findPayment = (purchaseId: string) =>
  shop.stripe.control.payments().find(({ metadata }) => metadata.purchase_id === purchaseId)!;
const sendWebhook = (purchaseId: string) => {
  const { id } = findPayment(purchaseId);
  const event = shop.stripe.control.events().find(({ type, data }) => {
    const object = data.object as { id: string };
    return type === 'payment_intent.succeeded' && object.id === id;
  });
  return postWebhook(shop, event as unknown as StripeEvent);
};
const poll = async () => {
  await shop.sql.rows(`update purchases set next_payment_check_at = now() where status = 'pending'`);
  await shop.api.get(CommandBus).execute(new ReconcilePayments());
};
const refundedCents = (purchaseId: string) =>
  shop.stripe.control
    .refunds()
    .filter(({ payment_intent: id, status }) => id === findPayment(purchaseId).id && status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0);
const mailsAbout = async (subject: RegExp, to = buyer.email) =>
  (await shop.mails()).filter((mail) => mail.to[0]!.address === to && subject.test(mail.subject));

/** Expects every effect of the payment exactly once. */
async function expectOneDelivery(id: string, to = buyer.email): Promise<void> {
  await shop.settles();
  const row = await shop.sql.row(
    `select u.status, (select count(*)::int from copies c where c.purchase_id = u.id) as copies,
            (select count(*)::int from invoices i where i.purchase_id = u.id) as invoices,
            (select count(*)::int from outbox_events e where e.type = 'purchases.purchase-completed'
               and e.payload->>'purchaseId' = u.id::text) as events
     from purchases u where id = $1`,
    [id],
  );
  expect(row).toEqual({ status: 'paid', copies: 1, invoices: 1, events: 1 });
  expect(await mailsAbout(/Deine Bestellung/, to)).toHaveLength(1);
}

describe('payment that several requests find concurrently', () => {
  let find: jest.SpyInstance;
  beforeEach(() => {
    find = jest.spyOn(shop.api.get(CardPayments, { strict: false }), 'find');
    shop.stripe.control.holdWebhooks();
  });
  afterEach(() => find.mockRestore());

  it.each([
    ['before', true],
    ['after', false],
  ])(
    'takes effect once when page, poll and second click query Stripe, and the webhook arrives %s Stripe responds',
    async (_, isBefore) => {
      const id = await buy(shop, buyer, patternId);
      find.mockClear();
      shop.stripe.control.failNext({ path: /payment_intents/, method: 'GET', delayMs: 1_000, times: 3 });
      const responses = Promise.all([accessOf(shop, buyer, id), poll(), startPayment(shop, buyer, patternId)]);
      await (isBefore ? until('Stripe is queried', async () => find.mock.calls.length > 0) : responses);
      await sendWebhook(id).expect(200);
      const [, , click] = await responses;
      expect(click).toMatchObject({ status: 409, body: { code: 'ALREADY_OWNED' } });
      await Promise.all(find.mock.results.map(({ value }) => value));
      await delivered(shop, buyer, id);
      await expectOneDelivery(id);
    },
  );

  it('takes effect once when the webhook arrives while a second click waits for Stripe', async () => {
    const guest = { buyer_email: 'doppelklick@example.com', guest_key: 'd'.repeat(22) };
    for (const [who, body] of [
      [buyer, {}],
      [null, guest],
    ] as const) {
      const { client_secret: secret, purchase_id: id } = (await startPayment(shop, who, patternId, body)).body.data;
      await confirmCard(shop, secret);
      shop.stripe.control.failNext({ path: /payment_intents/, method: 'GET', delayMs: 1_000 });
      find.mockClear();
      const click = startPayment(shop, who, patternId, body).then(({ status, body: result }) => [
        status,
        result.code ?? result.data.purchase_id,
      ]);
      await until('Stripe is queried', async () => find.mock.calls.length > 0);
      await sendWebhook(id).expect(200);
      expect(await click).toEqual(who ? [409, 'ALREADY_OWNED'] : [201, id]);
      await expectOneDelivery(id, who ? buyer.email : guest.buyer_email);
    }
  });
});

describe('refund', () => {
  it('returns the price once when administrator, buyer and Stripe’s dashboard request a refund concurrently', async () => {
    const id = await buy(shop, buyer, patternId, { consent: false });
    const { orderNumber } = await delivered(shop, buyer, id);
    const refundInDashboard = (amount?: string) =>
      fetch(`${shop.stripe.url}/v1/refunds`, {
        method: 'POST',
        headers: { authorization: `Bearer ${shop.config.stripe.secretKey}` },
        body: new URLSearchParams({ payment_intent: findPayment(id).id, ...(amount && { amount }) }),
      });
    const declaration = { name: 'Käthe', email: buyer.email, order_number: orderNumber };
    await Promise.all([
      refundInDashboard('300'),
      as(shop, admin).post(`/api/admin/purchases/${id}/refund`, {}).expect(200),
      as(shop, buyer).post('/api/withdrawals', declaration).expect(202),
      refundInDashboard(),
    ]);
    await until('the purchase is refunded', async () => (await accessOf(shop, buyer, id)).status === 'refunded');
    await shop.stripe.control.webhooksDelivered();
    await shop.settles();
    expect(refundedCents(id)).toBe(1290);
    expect(await mailsAbout(/Erstattung/)).toHaveLength(1);
  });

  it('is not created for a disputed payment, even when the buyer withdraws', async () => {
    const id = await buy(shop, buyer, patternId, { consent: false });
    const { orderNumber } = await delivered(shop, buyer, id);
    const dispute = shop.stripe.control.dispute(findPayment(id).id);
    await shop.stripe.control.webhooksDelivered();
    const declaration = { name: 'Käthe', email: buyer.email, order_number: orderNumber };
    await as(shop, buyer).post('/api/withdrawals', declaration).expect(202);
    await shop.settles();
    expect(refundedCents(id)).toBe(0);
    shop.stripe.control.closeDispute(dispute, 'lost');
    await until('the purchase is refunded', async () => (await accessOf(shop, buyer, id)).status === 'refunded');
    await as(shop, admin).post(`/api/admin/purchases/${id}/refund`, {}).expect(200);
    await shop.settles();
    expect(refundedCents(id)).toBe(0);
    expect(await mailsAbout(/Erstattung/)).toHaveLength(1);
  });
});

describe('pattern that is not for sale', () => {
  it.each(['draft', 'withdrawn', 'hidden'])('cannot be ordered for money or for free (status %s)', async (status) => {
    for (const price of [0, 1290]) {
      const pattern = await aPattern().costing(price).in(shop);
      await shop.settles();
      await shop.sql.rows('update patterns set status = $2 where id = $1', [pattern, status]);
      for (const who of [buyer, null])
        expect(await startPayment(shop, who, pattern)).toMatchObject({
          status: 404,
          body: { code: 'PATTERN_NOT_FOUND' },
        });
      expect(await shop.sql.rows('select id from purchases where pattern_id = $1', [pattern])).toEqual([]);
    }
  });
});
