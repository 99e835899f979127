import { Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { webhooks } from '../../platform/telemetry/metrics.js';
import { ReconcilePayments } from './commands/reconcile-payments.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, as, buy, confirmCard, DECLINED, startPayment } from '../../../test/support/pay.js';
import { stripeEvent, postWebhook, type StripeEvent } from '../../../test/support/stripe-event.js';

describe('Stripe webhooks', () => {
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

  const findPayment = (purchaseId: string) =>
    shop.stripe.control.payments().find(({ metadata }) => metadata.purchase_id === purchaseId)!;
  const listEvents = (purchaseId: string): StripeEvent[] => {
    const { id } = findPayment(purchaseId);
    const about = (object: { id?: string; payment_intent?: unknown }) =>
      object.id === id || object.payment_intent === id;
    return shop.stripe.control.events().filter(({ data }) => about(data.object as object)) as never;
  };
  const findSucceededEvent = (purchaseId: string) =>
    listEvents(purchaseId).find(({ type }) => type === 'payment_intent.succeeded')!;
  const readStatus = async (purchaseId: string) => (await accessOf(shop, buyer, purchaseId)).status;
  const countCompletedEvents = async (purchaseId: string) => {
    const rows = await shop.sql.rows(
      `select id from outbox_events where type = 'purchases.purchase-completed' and payload->>'purchaseId' = $1`,
      [purchaseId],
    );
    return rows.length;
  };
  const readOutcome = async (id: string) => {
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

  it('complete the purchase when they arrive before the buyer returns to the page', async () => {
    const id = await buy(shop, buyer, patternId);
    expect((await postWebhook(shop, findSucceededEvent(id))).status).toBe(200);
    expect(await readStatus(id)).toBe('paid');
  });

  it('complete the purchase when they arrive after the buyer has checked its status', async () => {
    const id = await buy(shop, buyer, patternId);
    expect(await accessOf(shop, buyer, id)).toMatchObject({ status: 'pending', copyState: 'awaiting-payment' });
    shop.stripe.control.releaseWebhooks();
    await shop.stripe.control.webhooksDelivered();
    expect(await readStatus(id)).toBe('paid');
  });

  it('take effect once when repeated concurrently', async () => {
    const id = await buy(shop, buyer, patternId);
    const event = findSucceededEvent(id);
    const again = { ...event, id: `${event.id}_again` };
    const sent = Array.from({ length: 20 }, (_, n) => postWebhook(shop, n % 4 === 3 ? again : event));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await postWebhook(shop, event)).status).toBe(200);
    expect(await countCompletedEvents(id)).toBe(1);
    await shop.settles();
    const receipts = (await shop.mails()).filter(
      ({ to, subject }) => to[0]!.address === buyer.email && /PP-/.test(subject),
    );
    expect(receipts).toHaveLength(1);
    expect(await shop.sql.rows(`select id from copies where purchase_id = $1`, [id])).toHaveLength(1);
  });

  it('lead to the same status in every sequence of arrival', async () => {
    const sequences = permutations(['created', 'failed', 'succeeded', 'refunded'] as const);
    const sharedPattern = await aPattern().costing(990).in(shop);
    await shop.settles();
    for (const sequence of sequences) {
      const nextBuyer = await aBuyer(shop);
      const started = (await startPayment(shop, nextBuyer, sharedPattern)).body.data;
      await confirmCard(shop, started.client_secret, DECLINED);
      await confirmCard(shop, started.client_secret);
      await refund(started.payment_intent_id);
      const events = listEvents(started.purchase_id);
      const named = {
        created: events.find(({ type }) => type === 'payment_intent.created')!,
        failed: events.find(({ type }) => type === 'payment_intent.payment_failed')!,
        succeeded: events.find(({ type }) => type === 'payment_intent.succeeded')!,
        refunded: events.find(({ type }) => type === 'charge.refunded')!,
      };
      for (const name of sequence) expect((await postWebhook(shop, named[name])).status).toBe(200);
      const row = await shop.sql.row(`select status from purchases where id = $1`, [started.purchase_id]);
      expect({ sequence, ...row }).toEqual({ sequence, status: 'refunded' });
      expect(await accessOf(shop, nextBuyer, started.purchase_id)).toMatchObject({
        canDownload: false,
        downloadToken: null,
      });
    }
  });

  it('lead to the same status when payment and refund arrive concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const nextBuyer = await aBuyer(shop);
      const id = await buy(shop, nextBuyer, patternId);
      await refund(findPayment(id).id);
      const events = listEvents(id);
      await Promise.all(events.flatMap((event) => [postWebhook(shop, event), postWebhook(shop, event)]));
      expect((await accessOf(shop, nextBuyer, id)).status).toBe('refunded');
    }
  });

  it('can be lost: polling then completes the purchase', async () => {
    shop.stripe.control.dropWebhooks();
    const id = await buy(shop, buyer, patternId);
    await Promise.all([reconcile(), reconcile(), reconcile()]);
    expect(await readStatus(id)).toBe('paid');
    expect(await countCompletedEvents(id)).toBe(1);
    await reconcile();
    expect((await postWebhook(shop, findSucceededEvent(id))).status).toBe(200);
    expect(await countCompletedEvents(id)).toBe(1);
  });

  it('can be lost together with the response that contains the payment id: polling then cancels the purchase', async () => {
    shop.stripe.control.dropWebhooks();
    const { purchase_id: id } = (await startPayment(shop, buyer, patternId)).body.data;
    await shop.sql.rows(
      `update purchases set payment_intent_id = null, created_at = now() - interval '2 hours' where id = $1`,
      [id],
    );
    await reconcile();
    expect(await readStatus(id)).toBe('cancelled');
    expect(findPayment(id).status).toBe('canceled');
  });

  it('can be lost together with the payment id of an order whose terms then change: polling cancels the purchase', async () => {
    shop.stripe.control.dropWebhooks();
    const { purchase_id: id } = (await startPayment(shop, buyer, patternId)).body.data;
    await shop.sql.rows(
      `update purchases set payment_intent_id = null, locale = 'en', created_at = now() - interval '2 hours' where id = $1`,
      [id],
    );
    await reconcile();
    expect(await readStatus(id)).toBe('cancelled');
    expect((await startPayment(shop, buyer, patternId)).status).toBe(201);
  });

  it('can be lost for several orders: polling continues after an order that cannot be checked', async () => {
    shop.stripe.control.dropWebhooks();
    const otherBuyer = await aBuyer(shop);
    const uncheckable = (await startPayment(shop, otherBuyer, patternId)).body.data.purchase_id;
    await shop.sql.rows(
      `update purchases set payment_intent_id = 'pi_unknown', created_at = created_at - interval '1 hour' where id = $1`,
      [uncheckable],
    );
    const id = await buy(shop, buyer, patternId);
    await reconcile();
    expect(await readStatus(id)).toBe('paid');
  });

  describe('without a valid signature', () => {
    const now = () => Math.floor(Date.now() / 1000);
    it.each([
      ['signed with another secret', () => ({ secret: 'whsec_other' })],
      ['signed long ago', () => ({ signedAt: now() - 301 })],
      ['signed in the future', () => ({ signedAt: now() + 3_600 })],
      ['not signed at all', () => ({ signature: null })],
      ['signed with a malformed signature', () => ({ signature: 't=abc,v1=xyz' })],
      ['signed with an empty signature', () => ({ signature: `t=${now()},v1=` })],
      ['changed after they were signed', () => ({ body: JSON.stringify({ id: 'evt_forged', object: 'event' }) })],
    ])('are refused and not stored when %s', async (_, createOptions) => {
      const id = await buy(shop, buyer, patternId);
      const event = findSucceededEvent(id);
      expect(await postWebhook(shop, event, createOptions())).toMatchObject({
        status: 400,
        body: { code: 'INVALID_SIGNATURE' },
      });
      expect(await readOutcome(event.id)).toBeNull();
      expect(await readOutcome('evt_forged')).toBeNull();
      expect(await readStatus(id)).toBe('pending');
    });
  });

  it.each([
    ['null', null],
    ['an array', []],
    ['an event without an id', { type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } }],
    ['an event whose id is not a string', { id: {}, type: 'charge.refunded', data: { object: { id: 'ch_1' } } }],
    ['an event without an object', { id: 'evt_odd', type: 'payment_intent.succeeded', data: { object: null } }],
    ['an event without data', { id: 'evt_odd', type: 'payment_intent.succeeded' }],
  ])('with a valid signature and %s as body are refused with BAD_REQUEST', async (_, body) => {
    const response = await postWebhook(shop, body as never);
    expect(response).toMatchObject({ status: 400, body: { success: false, code: 'BAD_REQUEST' } });
    expect(await readOutcome('evt_odd')).toBeNull();
  });

  it('about a payment with a wrong amount or currency are stored as amount-mismatch and deliver nothing', async () => {
    // The card is not confirmed. Otherwise a poll of Stripe would find a payment of the right amount.
    const started = await startPayment(shop, buyer, patternId);
    const id = started.body.data.purchase_id as string;
    const payment = { ...findPayment(id), status: 'succeeded' };
    for (const wrong of [{ amount: 1 }, { currency: 'usd' }, { currency: null }]) {
      const event = stripeEvent('payment_intent.succeeded', { ...payment, ...wrong });
      expect((await postWebhook(shop, event)).status).toBe(200);
      expect(await readOutcome(event.id)).toBe('amount-mismatch');
    }
    expect(await readStatus(id)).toBe('pending');
    expect(await countCompletedEvents(id)).toBe(0);
  });

  it.each([
    ['without metadata', {}],
    ['of an unknown order', { purchase_id: '019aa000-0000-7000-8000-000000000000' }],
    ['of another system on the same account', { purchase_id: '4711' }],
  ])('about a payment %s are stored as unmatched and change nothing', async (_, metadata) => {
    const id = await buy(shop, buyer, patternId);
    const foreignPayment = { ...findPayment(id), id: `pi_foreign_${Math.random()}`, metadata };
    for (const type of ['payment_intent.succeeded', 'payment_intent.canceled']) {
      const event = stripeEvent(type, foreignPayment);
      expect((await postWebhook(shop, event)).status).toBe(200);
      expect(await readOutcome(event.id)).toBe('unmatched');
    }
    const refunded = stripeEvent('charge.refunded', { id: 'ch_1', payment_intent: foreignPayment.id, refunded: true });
    expect((await postWebhook(shop, refunded)).status).toBe(200);
    expect(await readStatus(id)).toBe('pending');
  });

  it('about a lost purchase schedule its rebuild; an error is logged only when the rebuild fails', async () => {
    const readWebhookCounts = async () =>
      Object.fromEntries((await webhooks.get()).values.map(({ labels, value }) => [labels.outcome!, value]));
    const errors = jest.spyOn(Logger.prototype, 'error');
    for (const isAccountClosed of [false, true]) {
      buyer = await aBuyer(shop);
      const id = await buy(shop, buyer, patternId);
      const event = findSucceededEvent(id);
      await shop.sql.rows('delete from purchases where id = $1', [id]);
      if (isAccountClosed) await shop.sql.rows('update users set closed_at = now() where id = $1', [buyer.id]);
      const before = await readWebhookCounts();
      await postWebhook(shop, event);
      await shop.settles();
      const { lost, unmatched } = await readWebhookCounts();
      expect([lost! - before.lost!, unmatched! - before.unmatched!]).toEqual([1, isAccountClosed ? 1 : 0]);
      expect(await shop.sql.rows('select status from purchases where id = $1', [id])).toEqual(
        isAccountClosed ? [] : [{ status: 'paid' }],
      );
      const fields = expect.objectContaining({ purchaseId: id, outcome: 'buyer-closed' });
      expect(errors.mock.calls).toEqual(isAccountClosed ? [[fields, expect.stringContaining('needs a person')]] : []);
    }
    errors.mockRestore();
  });

  it('about a full refund end the access; about a partial refund they do not', async () => {
    const id = await buy(shop, buyer, patternId);
    await postWebhook(shop, findSucceededEvent(id));
    await shop.settles();
    const { downloadToken: token } = await accessOf(shop, buyer, id);
    const charge = { id: 'ch_back', payment_intent: findPayment(id).id };
    await postWebhook(shop, stripeEvent('charge.refunded', { ...charge, refunded: false }));
    expect((await as(shop, buyer).post('/api/downloads/secure', { token })).status).toBe(200);

    await postWebhook(shop, stripeEvent('charge.refunded', { ...charge, refunded: true }));
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
