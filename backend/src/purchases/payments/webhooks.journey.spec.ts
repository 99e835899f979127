import { Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { webhooks } from '../../platform/telemetry/metrics.js';
import { ReconcilePayments } from './commands/reconcile-payments.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, as, buy, confirmCard, DECLINED, startPayment } from '../../../test/support/pay.js';
import { stripeEvent, postWebhook, type StripeEvent } from '../../../test/support/stripe-event.js';

describe('reports of the card provider', () => {
  let shop: OpenShop;
  let patternId: string;
  let buyer: TestBuyer;

  beforeAll(async () => {
    shop = await openShop({ workers: true });
    patternId = await aPattern().costing(990).in(shop);
    await shop.settles();
  });
  afterAll(() => shop?.close());
  beforeEach(async () => {
    buyer = await aBuyer(shop);
    shop.stripe.control.holdWebhooks();
  });
  afterEach(() => shop.stripe.control.dropWebhooks());

  const paymentOf = (purchaseId: string) =>
    shop.stripe.control.payments().find(({ metadata }) => metadata.purchase_id === purchaseId)!;
  const reportsOf = (purchaseId: string): StripeEvent[] => {
    const { id } = paymentOf(purchaseId);
    const about = (object: { id?: string; payment_intent?: unknown }) =>
      object.id === id || object.payment_intent === id;
    return shop.stripe.control.events().filter(({ data }) => about(data.object as object)) as never;
  };
  const succeeded = (purchaseId: string) =>
    reportsOf(purchaseId).find(({ type }) => type === 'payment_intent.succeeded')!;
  const stateOf = async (purchaseId: string) => (await accessOf(shop, buyer, purchaseId)).status;
  const announcements = async (purchaseId: string) => {
    const rows = await shop.sql.rows(
      `select id from outbox_events where type = 'purchases.purchase-completed' and payload->>'purchaseId' = $1`,
      [purchaseId],
    );
    return rows.length;
  };
  const outcomeOf = async (id: string) => {
    const row = await shop.sql.row<{ outcome: string }>(`select outcome from webhook_inbox where event_id = $1`, [id]);
    return row?.outcome ?? null;
  };
  const refund = (paymentId: string) =>
    fetch(`${shop.stripe.url}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.config.stripe.secretKey}` },
      body: new URLSearchParams({ payment_intent: paymentId }),
    });
  const reconcile = async () => {
    await shop.sql.rows(
      `update purchases set next_payment_check_at = now() - interval '1 second' where status = 'pending'`,
    );
    return shop.api.get(CommandBus).execute(new ReconcilePayments());
  };

  it('may come before the buyer is back on the page', async () => {
    const id = await buy(shop, buyer, patternId);
    expect((await postWebhook(shop, succeeded(id))).status).toBe(200);
    expect(await stateOf(id)).toBe('paid');
  });

  it('may come after the buyer has looked for the result', async () => {
    const id = await buy(shop, buyer, patternId);
    expect(await accessOf(shop, buyer, id)).toMatchObject({ status: 'pending', copyState: 'awaiting-payment' });
    shop.stripe.control.releaseWebhooks();
    await shop.stripe.control.webhooksDelivered();
    expect(await stateOf(id)).toBe('paid');
  });

  it('have their effect once, however often and at the same time they come', async () => {
    const id = await buy(shop, buyer, patternId);
    const event = succeeded(id);
    const again = { ...event, id: `${event.id}_again` };
    const sent = Array.from({ length: 20 }, (_, n) => postWebhook(shop, n % 4 === 3 ? again : event));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await postWebhook(shop, event)).status).toBe(200);
    expect(await announcements(id)).toBe(1);
    await shop.settles();
    const receipts = (await shop.mails()).filter(
      ({ to, subject }) => to[0]!.address === buyer.email && /PP-/.test(subject),
    );
    expect(receipts).toHaveLength(1);
    expect(await shop.sql.rows(`select id from copies where purchase_id = $1`, [id])).toHaveLength(1);
  });

  it('lead to the same end in whatever order they come', async () => {
    const orders = permutations(['created', 'failed', 'succeeded', 'refunded'] as const);
    const pattern = () => aPattern().costing(990).in(shop);
    const shared = await pattern();
    await shop.settles();
    for (const order of orders) {
      const owner = await aBuyer(shop);
      const started = (await startPayment(shop, owner, shared)).body.data;
      await confirmCard(shop, started.client_secret, DECLINED);
      await confirmCard(shop, started.client_secret);
      await refund(started.payment_intent_id);
      const reports = reportsOf(started.purchase_id);
      const named = {
        created: reports.find(({ type }) => type === 'payment_intent.created')!,
        failed: reports.find(({ type }) => type === 'payment_intent.payment_failed')!,
        succeeded: reports.find(({ type }) => type === 'payment_intent.succeeded')!,
        refunded: reports.find(({ type }) => type === 'charge.refunded')!,
      };
      for (const name of order) expect((await postWebhook(shop, named[name])).status).toBe(200);
      const row = await shop.sql.row(`select status from purchases where id = $1`, [started.purchase_id]);
      expect({ order, ...row }).toEqual({ order, status: 'refunded' });
      expect(await accessOf(shop, owner, started.purchase_id)).toMatchObject({
        canDownload: false,
        downloadToken: null,
      });
    }
  });

  it('lead to the same end when payment and refund come at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const owner = await aBuyer(shop);
      const id = await buy(shop, owner, patternId);
      await refund(paymentOf(id).id);
      const reports = reportsOf(id);
      await Promise.all(reports.flatMap((event) => [postWebhook(shop, event), postWebhook(shop, event)]));
      expect((await accessOf(shop, owner, id)).status).toBe('refunded');
    }
  });

  it('may all be lost: the shop asks by itself', async () => {
    shop.stripe.control.dropWebhooks();
    const id = await buy(shop, buyer, patternId);
    await Promise.all([reconcile(), reconcile(), reconcile()]);
    expect(await stateOf(id)).toBe('paid');
    expect(await announcements(id)).toBe(1);
    await reconcile();
    expect((await postWebhook(shop, succeeded(id))).status).toBe(200);
    expect(await announcements(id)).toBe(1);
  });

  it('may be lost together with the answer that named the payment', async () => {
    shop.stripe.control.dropWebhooks();
    const { purchase_id: id } = (await startPayment(shop, buyer, patternId)).body.data;
    await shop.sql.rows(
      `update purchases set payment_intent_id = null, created_at = now() - interval '2 hours' where id = $1`,
      [id],
    );
    await reconcile();
    expect(await stateOf(id)).toBe('cancelled');
    expect(paymentOf(id).status).toBe('canceled');
  });

  it('may be lost with the answer to a question that the shop would put differently by now', async () => {
    shop.stripe.control.dropWebhooks();
    const { purchase_id: id } = (await startPayment(shop, buyer, patternId)).body.data;
    await shop.sql.rows(
      `update purchases set payment_intent_id = null, locale = 'en', created_at = now() - interval '2 hours' where id = $1`,
      [id],
    );
    await reconcile();
    expect(await stateOf(id)).toBe('cancelled');
    expect((await startPayment(shop, buyer, patternId)).status).toBe(201);
  });

  it('are asked for about every order, also when one of them cannot be checked', async () => {
    shop.stripe.control.dropWebhooks();
    const other = await aBuyer(shop);
    const lost = (await startPayment(shop, other, patternId)).body.data.purchase_id;
    await shop.sql.rows(
      `update purchases set payment_intent_id = 'pi_unknown', created_at = created_at - interval '1 hour' where id = $1`,
      [lost],
    );
    const id = await buy(shop, buyer, patternId);
    await reconcile();
    expect(await stateOf(id)).toBe('paid');
  });

  describe('that the card provider did not sign just now', () => {
    const now = () => Math.floor(Date.now() / 1000);
    it.each([
      ['signed with another secret', () => ({ secret: 'whsec_somebody_else' })],
      ['signed long ago', () => ({ signedAt: now() - 301 })],
      ['signed in the future', () => ({ signedAt: now() + 3_600 })],
      ['not signed at all', () => ({ signature: null })],
      ['signed with nonsense', () => ({ signature: 't=abc,v1=xyz' })],
      ['signed with an empty signature', () => ({ signature: `t=${now()},v1=` })],
      ['changed after they were signed', () => ({ body: JSON.stringify({ id: 'evt_forged', object: 'event' }) })],
    ])('%s are refused and leave nothing behind', async (_, how) => {
      const id = await buy(shop, buyer, patternId);
      const event = succeeded(id);
      expect(await postWebhook(shop, event, how())).toMatchObject({
        status: 400,
        body: { code: 'INVALID_SIGNATURE' },
      });
      expect(await outcomeOf(event.id)).toBeNull();
      expect(await outcomeOf('evt_forged')).toBeNull();
      expect(await stateOf(id)).toBe('pending');
    });
  });

  it.each([
    ['nothing', null],
    ['a list', []],
    ['an event without an id', { type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } }],
    ['an event whose id is no text', { id: {}, type: 'charge.refunded', data: { object: { id: 'ch_1' } } }],
    ['an event about nothing', { id: 'evt_odd', type: 'payment_intent.succeeded', data: { object: null } }],
    ['an event without data', { id: 'evt_odd', type: 'payment_intent.succeeded' }],
  ])('that are rightly signed but %s are refused by name', async (_, body) => {
    const answer = await postWebhook(shop, body as never);
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'BAD_REQUEST' } });
    expect(await outcomeOf('evt_odd')).toBeNull();
  });

  it('about a payment without a currency are kept for a person', async () => {
    const id = await buy(shop, buyer, patternId);
    const event = stripeEvent('payment_intent.succeeded', { ...paymentOf(id), currency: null });
    expect((await postWebhook(shop, event)).status).toBe(200);
    expect(await outcomeOf(event.id)).toBe('amount-mismatch');
  });

  it('about another amount or currency are kept for a person and deliver nothing', async () => {
    const id = await buy(shop, buyer, patternId);
    const payment = paymentOf(id);
    for (const wrong of [{ amount: 1 }, { currency: 'usd' }]) {
      const event = stripeEvent('payment_intent.succeeded', { ...payment, ...wrong });
      expect((await postWebhook(shop, event)).status).toBe(200);
      expect(await outcomeOf(event.id)).toBe('amount-mismatch');
    }
    expect(await stateOf(id)).toBe('pending');
    expect(await announcements(id)).toBe(0);
  });

  it.each([
    ['of nobody', {}],
    ['of an order that does not exist', { purchase_id: '019aa000-0000-7000-8000-000000000000' }],
    ['of another system on the same account', { purchase_id: '4711' }],
  ])('about a payment %s are kept for a person and change nothing', async (_, metadata) => {
    const id = await buy(shop, buyer, patternId);
    const stranger = { ...paymentOf(id), id: `pi_stranger_${Math.random()}`, metadata };
    for (const type of ['payment_intent.succeeded', 'payment_intent.canceled']) {
      const event = stripeEvent(type, stranger);
      expect((await postWebhook(shop, event)).status).toBe(200);
      expect(await outcomeOf(event.id)).toBe('unmatched');
    }
    const refunded = stripeEvent('charge.refunded', { id: 'ch_1', payment_intent: stranger.id, refunded: true });
    expect((await postWebhook(shop, refunded)).status).toBe(200);
    expect(await stateOf(id)).toBe('pending');
  });

  it('about a purchase that the database has lost rebuild it and call nobody, unless it cannot be rebuilt', async () => {
    const counted = async () =>
      Object.fromEntries((await webhooks.get()).values.map(({ labels, value }) => [labels.outcome!, value]));
    const errors = jest.spyOn(Logger.prototype, 'error');
    for (const closed of [false, true]) {
      buyer = await aBuyer(shop);
      const id = await buy(shop, buyer, patternId);
      const event = succeeded(id);
      await shop.sql.rows('delete from purchases where id = $1', [id]);
      if (closed) await shop.sql.rows('update users set closed_at = now() where id = $1', [buyer.id]);
      const before = await counted();
      await postWebhook(shop, event);
      await shop.settles();
      const { lost, unmatched } = await counted();
      expect([lost! - before.lost!, unmatched! - before.unmatched!]).toEqual([1, closed ? 1 : 0]);
      expect(await shop.sql.rows('select status from purchases where id = $1', [id])).toEqual(
        closed ? [] : [{ status: 'paid' }],
      );
      const about = expect.objectContaining({ purchaseId: id, outcome: 'buyer-closed' });
      expect(errors.mock.calls).toEqual(closed ? [[about, expect.stringContaining('needs a person')]] : []);
    }
    errors.mockRestore();
  });

  it('end a downloadable purchase when the whole sum was paid back, not when a part was', async () => {
    const id = await buy(shop, buyer, patternId);
    await postWebhook(shop, succeeded(id));
    await shop.settles();
    const { downloadToken: token } = await accessOf(shop, buyer, id);
    const back = { id: 'ch_back', payment_intent: paymentOf(id).id };
    await postWebhook(shop, stripeEvent('charge.refunded', { ...back, refunded: false }));
    expect((await as(shop, buyer).post('/api/downloads/secure', { token })).status).toBe(200);

    await postWebhook(shop, stripeEvent('charge.refunded', { ...back, refunded: true }));
    const refused = await as(shop, buyer).post('/api/downloads/secure', { token });
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'DOWNLOAD_EXPIRED', message: 'Download Expired, Contact support for assistance' },
    });
    const access = await as(shop, buyer).get(`/api/users/patterns/${patternId}/access`);
    expect(access.body.data.hasAccess).toBe(false);
    expect((await startPayment(shop, buyer, patternId)).status).toBe(201);
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
