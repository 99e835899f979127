import { MikroORM, RequestContext } from '@mikro-orm/core';
import { QueryBus } from '@nestjs/cqrs';
import { ReconcilePaymentsJob } from '#workers/purchases/reconcile-payments.js';
import { GetOffer } from '../../catalogue/patterns/queries/get-offer.js';
import { ContractTexts } from '../../legal/legal.writes.js';
import { SalePlaces } from '../tax/sale-places.js';
import { PendingPurchases } from '../orders/pending-purchases.js';
import { aBuyer, aPattern } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import {
  accessOf,
  answerChallenge,
  as,
  buy,
  confirmCard,
  DECLINED,
  delivered,
  INSUFFICIENT,
  startPayment,
  THREE_D_SECURE,
} from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';

describe('checkout', () => {
  let shop: OpenShop;
  let patternId: string;

  beforeAll(async () => {
    shop = await openShop({ workers: true });
    patternId = await aPattern().titled('Rock Rosa').costing(990).in(shop);
    await shop.settles();
  });
  afterAll(() => shop?.close());
  afterEach(() => {
    shop.stripe.control.clearFaults();
    shop.stripe.control.releaseWebhooks();
  });

  const listPurchases = (buyerId: string) =>
    shop.sql.rows<{ id: string; status: string; amount: number }>(
      `select id, status, amount_cents as amount from purchases where buyer_id = $1 order by created_at`,
      [buyerId],
    );
  const listPayments = (purchaseIds: string[]) =>
    shop.stripe.control.payments().filter(({ metadata }) => purchaseIds.includes(metadata.purchase_id ?? ''));

  describe.each([
    ['declined', DECLINED, 'generic_decline'],
    ['without funds', INSUFFICIENT, 'insufficient_funds'],
  ])('with a card that is %s', (_, card, reason) => {
    it('shows the reason, and a valid card then pays the same order', async () => {
      const buyer = await aBuyer(shop);
      const { client_secret: secret, purchase_id: id } = (await startPayment(shop, buyer, patternId)).body.data;
      const refused = await confirmCard(shop, secret, card);
      expect(refused).toMatchObject({ status: 402, body: { error: { decline_code: reason } } });
      await shop.stripe.control.webhooksDelivered();
      expect(await accessOf(shop, buyer, id)).toMatchObject({ status: 'pending', copyState: 'awaiting-payment' });
      const again = await startPayment(shop, buyer, patternId);
      expect(again.body.data).toMatchObject({ client_secret: secret, purchase_id: id });
      expect(await confirmCard(shop, secret)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
      await delivered(shop, buyer, id);
      expect(await listPurchases(buyer.id)).toEqual([{ id, status: 'paid', amount: 990 }]);
    });
  });

  it('succeeds with 3-D Secure after a failed attempt', async () => {
    const buyer = await aBuyer(shop);
    const { client_secret: secret, purchase_id: id } = (await startPayment(shop, buyer, patternId)).body.data;
    const first = await confirmCard(shop, secret, THREE_D_SECURE);
    expect(first.body.status).toBe('requires_action');
    await answerChallenge(first, 'fail');
    await shop.stripe.control.webhooksDelivered();
    expect(await accessOf(shop, buyer, id)).toMatchObject({ status: 'pending', canDownload: false });

    await answerChallenge(await confirmCard(shop, secret, THREE_D_SECURE), 'complete');
    expect(await delivered(shop, buyer, id)).toMatchObject({ status: 'paid' });
  });

  it('opens one payment for concurrent clicks', async () => {
    const buyer = await aBuyer(shop);
    const responses = await Promise.all(Array.from({ length: 20 }, () => startPayment(shop, buyer, patternId)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(responses.map(({ body }) => body.data.client_secret)).size).toBe(1);
    const purchases = await listPurchases(buyer.id);
    expect(purchases).toHaveLength(1);
    expect(listPayments([purchases[0]!.id])).toHaveLength(1);
  });

  it('refuses a pattern that the buyer already has', async () => {
    const buyer = await aBuyer(shop);
    await delivered(shop, buyer, await buy(shop, buyer, patternId));
    expect(await startPayment(shop, buyer, patternId)).toMatchObject({ status: 409, body: { code: 'ALREADY_OWNED' } });
  });

  it('creates one order when clicks and the webhook are concurrent', async () => {
    const buyer = await aBuyer(shop);
    const started = await startPayment(shop, buyer, patternId);
    const clicks = Array.from({ length: 12 }, () => startPayment(shop, buyer, patternId));
    await confirmCard(shop, started.body.data.client_secret);
    clicks.push(...Array.from({ length: 12 }, () => startPayment(shop, buyer, patternId)));
    for (const { status, body } of await Promise.all(clicks)) {
      if (status === 201) expect(body.data.purchase_id).toBe(started.body.data.purchase_id);
      else expect(body.code).toBe('ALREADY_OWNED');
    }
    await shop.settles();
    expect(await listPurchases(buyer.id)).toMatchObject([{ status: 'paid' }]);
  });

  describe('while Stripe fails', () => {
    it.each([
      ['is down', { path: '/v1/payment_intents', times: 9 } as const],
      ['does not respond', { path: '/v1/payment_intents', times: 9, outcome: 'silence' } as const],
      ['responds after the timeout', { path: '/v1/payment_intents', times: 9, delayMs: 9_000 } as const],
    ])(
      'responds with 502 within 8 s when Stripe %s, and continues the same order on a later click',
      async (_, fault) => {
        const buyer = await aBuyer(shop);
        shop.stripe.control.failNext(fault);
        const before = Date.now();
        const failed = await startPayment(shop, buyer, patternId);
        expect(failed).toMatchObject({ status: 502, body: { code: 'PAYMENT_PROVIDER_UNAVAILABLE' } });
        expect(Date.now() - before).toBeLessThan(8_000);
        expect(failed.headers['retry-after']).toBe('2');

        shop.stripe.control.clearFaults();
        const { id } = (await listPurchases(buyer.id))[0]!;
        const retried = await until('the payment can be opened', async () => {
          const response = await startPayment(shop, buyer, patternId);
          return response.status === 201 && response;
        });
        expect(retried.body.data.purchase_id).toBe(id);
        expect(listPayments([id])).toHaveLength(1);
      },
    );

    it('opens no second payment after a lost response', async () => {
      const buyer = await aBuyer(shop);
      shop.stripe.control.failNext({ path: '/v1/payment_intents', times: 2, outcome: 'lost-response' });
      await startPayment(shop, buyer, patternId);
      const started = await startPayment(shop, buyer, patternId).expect(201);
      expect(listPayments([started.body.data.purchase_id])).toHaveLength(1);
    });

    it('starts a new order when Stripe replays an error for the idempotency key', async () => {
      const buyer = await aBuyer(shop);
      shop.stripe.control.failNext({ path: '/v1/payment_intents', status: 500, remembered: true });
      await startPayment(shop, buyer, patternId);
      const started = await startPayment(shop, buyer, patternId).expect(201);
      await confirmCard(shop, started.body.data.client_secret);
      await delivered(shop, buyer, started.body.data.purchase_id);
      expect((await listPurchases(buyer.id)).filter(({ status }) => status === 'paid')).toHaveLength(1);
    });
  });

  it('opens a payment with the new price if the price changes between two clicks', async () => {
    const pattern = await aPattern().costing(1200).in(shop);
    await shop.settles();
    const buyer = await aBuyer(shop);
    const outdated = (await startPayment(shop, buyer, pattern)).body.data;
    await shop.sql.rows(`update patterns set price_cents = 1500 where id = $1`, [pattern]);
    const current = (await startPayment(shop, buyer, pattern)).body.data;
    expect(current.amount).toBe(1500);
    expect(current.purchase_id).not.toBe(outdated.purchase_id);
    expect((await confirmCard(shop, outdated.client_secret)).status).toBe(400);
    await confirmCard(shop, current.client_secret);
    await delivered(shop, buyer, current.purchase_id);
    expect(await listPurchases(buyer.id)).toMatchObject([{ status: 'cancelled' }, { status: 'paid', amount: 1500 }]);
  });

  it('delivers an order that was paid before the price changed', async () => {
    const pattern = await aPattern().costing(1200).in(shop);
    await shop.settles();
    const buyer = await aBuyer(shop);
    shop.stripe.control.dropWebhooks();
    const id = await buy(shop, buyer, pattern);
    await shop.sql.rows(`update patterns set price_cents = 1500 where id = $1`, [pattern]);
    expect(await startPayment(shop, buyer, pattern)).toMatchObject({ status: 409, body: { code: 'ALREADY_OWNED' } });
    await delivered(shop, buyer, id);
    expect(await listPurchases(buyer.id)).toEqual([{ id, status: 'paid', amount: 1200 }]);
  });

  describe('of a free pattern', () => {
    let free: string;
    beforeAll(async () => {
      free = await aPattern().titled('Nadelkissen').costing(0).in(shop);
      await shop.settles();
    });

    it('delivers without a card', async () => {
      const buyer = await aBuyer(shop);
      const started = await startPayment(shop, buyer, free);
      expect(started.body.data).toMatchObject({ client_secret: null, amount: 0, status: 'succeeded' });
      await delivered(shop, buyer, started.body.data.purchase_id);
      expect(shop.stripe.control.payments().filter(({ amount }) => amount === 0)).toEqual([]);
    });

    it('delivers an order whose request was interrupted', async () => {
      const buyer = await aBuyer(shop);
      const offer = (await shop.api.get(QueryBus).execute(new GetOffer(free)))!;
      const place = shop.api.get(SalePlaces, { strict: false }).placeOf(null);
      const texts = await shop.api.get(ContractTexts, { strict: false }).store('de');
      const terms = { locale: 'de', consent: false, place, texts, ip: '::1', guestKey: null, licence: null } as const;
      const pending = shop.api.get(PendingPurchases, { strict: false });
      const findOrCreate = () => pending.findOrCreate(offer, { ...buyer, ...terms }, false);
      const { id } = await RequestContext.create(shop.api.get(MikroORM).em, findOrCreate);
      await shop.sql.rows(`update purchases set next_payment_check_at = now() where id = $1`, [id]);
      await shop.workers.get(ReconcilePaymentsJob).run();
      await delivered(shop, buyer, id);
      expect(await listPurchases(buyer.id)).toEqual([{ id, status: 'paid', amount: 0 }]);
    });

    it('creates one order for concurrent clicks of an account, and one order for concurrent clicks of a guest', async () => {
      const buyer = await aBuyer(shop);
      const guest = { buyer_email: 'eilig@example.com', guest_key: 'e'.repeat(22) };
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, n) => startPayment(shop, n % 2 ? buyer : null, free, n % 2 ? {} : guest)),
      );
      for (const { status, body } of responses) if (status !== 201) expect(body.code).toBe('ALREADY_OWNED');
      expect(await listPurchases(buyer.id)).toHaveLength(1);
      const guests = await shop.sql.rows(`select id from purchases where buyer_email_key = 'eilig@example.com'`);
      expect(guests).toHaveLength(1);
    });
  });

  it('returns a guest’s paid order on a second click before the webhook arrives', async () => {
    shop.stripe.control.holdWebhooks();
    const guest = { buyer_email: 'ungeduldig@example.com', guest_key: 'u'.repeat(22) };
    const { client_secret: secret, purchase_id: id } = (await startPayment(shop, null, patternId, guest)).body.data;
    await confirmCard(shop, secret);
    const again = await startPayment(shop, null, patternId, guest);
    expect(again.body.data).toMatchObject({ purchase_id: id, client_secret: null, status: 'succeeded' });
  });

  it('returns a guest’s paid order when the guest retries within a day after a lost response', async () => {
    const guest = { buyer_email: 'abgerissen@example.com', guest_key: 'a'.repeat(22) };
    const placeOrder = async (guest_key = guest.guest_key) =>
      (await startPayment(shop, null, patternId, { ...guest, guest_key }).expect(201)).body.data;
    const { client_secret: secret, purchase_id: id } = await placeOrder();
    await confirmCard(shop, secret);
    await shop.stripe.control.webhooksDelivered();
    await shop.settles();
    await shop.sql.rows(`update patterns set price_cents = 1190 where id = $1`, [patternId]);
    const order = { ...guest, consent: false, locale: 'en' };
    const { body } = await startPayment(shop, null, patternId, order);
    expect(body.data).toMatchObject({ purchase_id: id, client_secret: null, status: 'succeeded', amount: 990 });
    await shop.sql.rows(`update patterns set price_cents = 990 where id = $1`, [patternId]);
    expect((await placeOrder()).purchase_id).toBe(id);
    expect(listPayments([id])).toHaveLength(1);

    // Another browser starts a new order, and so does a guest whose refund is requested.
    expect((await placeOrder('b'.repeat(22))).client_secret).toEqual(expect.any(String));
    await shop.sql.rows(
      `insert into refund_requests (purchase_id, cause, requested_at, announced_at)
                         values ($1, 'admin', now(), now())`,
      [id],
    );
    const newOrder = await placeOrder();
    expect(newOrder).toMatchObject({ client_secret: expect.any(String), status: 'requires_payment_method' });
    await shop.sql.rows(`delete from refund_requests where purchase_id = $1`, [id]);
    await shop.sql.rows(`update purchases set status = 'cancelled' where id = $1`, [newOrder.purchase_id]);
    expect((await placeOrder()).purchase_id).toBe(id);
    // The guest key is kept for a day and then purged.
    const ageByHours = (hours: number) =>
      shop.sql.rows(
        `update purchases set created_at = created_at - $2 * interval '1 hour', paid_at = paid_at - $2 * interval '1 hour'
         where id = $1`,
        [id, hours],
      );
    for (const hours of [2, 21]) {
      await ageByHours(hours);
      await shop.workers.get(ReconcilePaymentsJob).run();
      expect((await placeOrder()).purchase_id).toBe(id);
    }
    await ageByHours(1);
    await shop.workers.get(ReconcilePaymentsJob).run();
    expect((await placeOrder()).client_secret).toEqual(expect.any(String));
  });

  it('hides a guest’s purchase from an account with the same address and an unproven mailbox', async () => {
    const email = 'gast@example.com';
    const started = await startPayment(shop, null, patternId, { buyer_email: email });
    expect(started.status).toBe(201);
    const { client_secret: secret, purchase_id: id } = started.body.data;
    await confirmCard(shop, secret);
    const receipt = await until('the receipt has arrived', async () =>
      (await shop.mails()).find(({ to, subject }) => to[0]!.address === email && /PP-/.test(subject)),
    );
    await shop.settles();
    const [, token] = /\/download\/([\w-]{20,})/.exec(receipt.text!)!;

    const otherUser = await aBuyer(shop, email);
    const calls = as(shop, otherUser);
    expect((await calls.get('/api/users/purchases')).body.data.purchases).toEqual([]);
    expect((await calls.get(`/api/downloads/${id}`)).status).toBe(404);
    expect((await calls.get(`/api/downloads/${token}`)).status).toBe(404);
    expect((await calls.post('/api/downloads/secure', { token })).status).toBe(404);
    expect((await calls.get(`/api/users/patterns/${patternId}/access`)).body.data.hasAccess).toBe(false);
    expect((await startPayment(shop, otherUser, patternId)).status).toBe(201);
  });
});
