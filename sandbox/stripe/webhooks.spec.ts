import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_VERSION } from './stripe-objects.ts';
import { openTestShop, expectStripeError, VISA, VISA_3DS, type TestShop } from './test-shop.ts';

let shop: TestShop;
let directory: string;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stripe-spec-'));
  shop = await openTestShop({ directory });
});
afterEach(async () => {
  await shop.close();
  rmSync(directory, { recursive: true });
});

const types = () => shop.received.map(({ type }) => type);

describe('webhooks', () => {
  it('are sent for each change, with a signature that the SDK accepts', async () => {
    const payment = await shop.createPayment();
    await shop.confirm(payment, VISA);
    await shop.sdk.refunds.create({ payment_intent: payment.id });
    await shop.stripe.control.webhooksDelivered();
    expect(types().sort()).toEqual(shop.eventTypes(payment).sort());
    expect(types()).toHaveLength(5);
    const succeeded = shop.received.find(({ type }) => type === 'payment_intent.succeeded');
    expect(succeeded).toMatchObject({
      api_version: API_VERSION,
      livemode: false,
      data: { object: { id: payment.id, status: 'succeeded' } },
    });
  });

  it('contain the object as it was at the time of the event', async () => {
    shop.stripe.control.holdWebhooks();
    const payment = await shop.createPayment();
    await shop.confirm(payment, VISA);
    shop.stripe.control.releaseWebhooks();
    await shop.stripe.control.webhooksDelivered();
    const created = shop.received.find(({ type }) => type === 'payment_intent.created');
    expect(created?.data.object).toMatchObject({ id: payment.id, status: 'requires_payment_method' });
  });

  it('are repeated until the shop responds with success', async () => {
    shop.setWebhookStatus(500);
    const payment = await shop.createPayment();
    await shop.waitForWebhooks(2);
    const [event] = (await shop.sdk.events.list({ type: 'payment_intent.created' })).data;
    expect([event?.pending_webhooks, types()]).toEqual([1, []]);
    shop.setWebhookStatus(200);
    await shop.stripe.control.webhooksDelivered();
    expect(shop.received.map(({ data }) => data.object)).toMatchObject([{ id: payment.id }]);
    expect((await shop.sdk.events.retrieve(event?.id ?? '')).pending_webhooks).toBe(0);
  });

  it('can be held back, sent twice, sent with an old or wrong signature, and dropped', async () => {
    const { control } = shop.stripe;
    control.holdWebhooks();
    const payment = await shop.createPayment();
    const [event] = control.events();
    const id = event?.id ?? '';
    expect(types()).toEqual([]);
    control.releaseWebhooks();
    await control.webhooksDelivered();
    expect(await control.deliver(id)).toBe(200);
    expect(shop.received.map((received) => received.id)).toEqual([id, id]);
    expect(await control.deliver(id, { signedAt: Math.floor(Date.now() / 1000) - 301 })).toBe(400);
    expect(await control.deliver(id, { secret: 'whsec_of_another_shop' })).toBe(400);
    control.dropWebhooks();
    await shop.confirm(payment, VISA);
    control.releaseWebhooks();
    await control.webhooksDelivered();
    expect(types()).toHaveLength(2);
    expect(shop.eventTypes(payment)).toContain('payment_intent.succeeded');
  });

  it('are sent after the configured delay', async () => {
    const slow = await openTestShop({ webhookDelayMs: 300 });
    try {
      const before = Date.now();
      await slow.createPayment();
      await slow.stripe.control.webhooksDelivered();
      expect(Date.now() - before).toBeGreaterThanOrEqual(300);
    } finally {
      await slow.close();
    }
  });
});

describe('the list of events', () => {
  it('is sorted newest first, has pages in both directions, and can be filtered by type and time', async () => {
    const payments = [];
    for (const amount of [100, 200, 300, 400]) payments.push(await shop.createPayment(amount));
    await shop.sdk.paymentIntents.cancel(payments[0]?.id ?? '');
    const { data: newest, has_more: more } = await shop.sdk.events.list({ limit: 2 });
    expect([newest.map(({ type }) => type), more]).toEqual([
      ['payment_intent.canceled', 'payment_intent.created'],
      true,
    ]);
    const rest = await shop.sdk.events.list({ limit: 3, starting_after: newest[1]?.id });
    expect([rest.data.map(({ data }) => 'amount' in data.object && data.object.amount), rest.has_more]).toEqual([
      [300, 200, 100],
      false,
    ]);
    const back = await shop.sdk.events.list({ limit: 1, ending_before: rest.data[0]?.id });
    expect([back.data[0]?.id, back.has_more]).toEqual([newest[1]?.id, true]);
    expect((await shop.sdk.events.list({ type: 'payment_intent.canceled' })).data).toHaveLength(1);
    expect(
      (
        await shop.sdk.events.list({
          types: ['payment_intent.created'],
          created: { gt: Math.floor(Date.now() / 1000) + 5 },
        })
      ).data,
    ).toEqual([]);
    const all = await shop.sdk.events.list({ limit: 1 }).autoPagingToArray({ limit: 100 });
    expect(all).toHaveLength(5);
    expect((await expectStripeError(shop.sdk.events.list({ starting_after: 'evt_none' }))).code).toBe(
      'resource_missing',
    );
    expect((await expectStripeError(shop.sdk.events.list({ limit: 101 }))).code).toBe('parameter_invalid_integer');
  });
});

describe('after a restart', () => {
  it('payments, refunds, events and idempotency keys still exist', async () => {
    const create = () =>
      shop.sdk.paymentIntents.create({ amount: 500, currency: 'eur' }, { idempotencyKey: 'order-1' });
    const payment = await create();
    await shop.confirm(payment, VISA);
    await shop.sdk.refunds.create({ payment_intent: payment.id, amount: 100 });
    const eventTypes = shop.eventTypes(payment);
    await shop.restart();
    expect((await create()).id).toBe(payment.id);
    expect((await shop.sdk.paymentIntents.retrieve(payment.id)).status).toBe('succeeded');
    expect(
      (await expectStripeError(shop.sdk.refunds.create({ payment_intent: payment.id, amount: 401 }))).message,
    ).toContain('(€4.00)');
    expect(shop.eventTypes(payment)).toEqual(eventTypes);
  });

  it('pending webhooks are sent', async () => {
    shop.stripe.control.holdWebhooks();
    await shop.confirm(await shop.createPayment(), VISA);
    await shop.restart();
    await shop.stripe.control.webhooksDelivered();
    expect(types().sort()).toEqual(['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded']);
  });

  it('an open 3-D Secure challenge can be completed', async () => {
    const payment = await shop.createPayment();
    const { body } = await shop.confirm(payment, VISA_3DS);
    await shop.restart();
    const page = body.next_action?.redirect_to_url?.url ?? '';
    await fetch(page, { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }), redirect: 'manual' });
    expect((await shop.sdk.paymentIntents.retrieve(payment.id)).status).toBe('succeeded');
  });

  it('an incomplete journal line, which a killed process leaves, is removed', async () => {
    const payment = await shop.createPayment();
    appendFileSync(join(directory, 'journal.jsonl'), '[["payment_intent","pi_half",{"id":');
    await shop.restart();
    expect((await shop.sdk.paymentIntents.retrieve(payment.id)).id).toBe(payment.id);
    const later = await shop.createPayment();
    await shop.restart();
    expect(shop.stripe.control.payments().map(({ id }) => id)).toEqual([payment.id, later.id]);
  });
});

it('the journal contains no card number and no security code', async () => {
  const payment = await shop.createPayment();
  await shop.confirm(payment, VISA, { 'payment_method_data[card][cvc]': '917' });
  const journal = readFileSync(join(directory, 'journal.jsonl'), 'utf8');
  expect(journal).toContain(payment.id);
  expect(journal.replaceAll(' ', '')).not.toContain('4242424242');
  // As a whole word, because an id can contain these digits.
  expect(journal).not.toMatch(/(?<![0-9a-z])917(?![0-9a-z])/i);
});
