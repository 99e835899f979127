import StripeSdk from 'stripe';
import { startStripe } from './start-stripe.ts';
import { API_VERSION, type Charge, type PaymentIntent, type PaymentMethod, type Refund } from './stripe-objects.ts';
import { KEYS, openTestShop, expectStripeError, VISA, type TestShop } from './test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop({ webhookUrl: undefined });
});
afterAll(() => shop.close());

const createPaidPayment = async () => {
  const payment = await shop.createPayment(1000);
  await shop.confirm(payment, VISA);
  return payment.id;
};

describe('a payment', () => {
  it('is created with amount, metadata and client secret, as a test payment', async () => {
    const payment = await shop.createPayment(990);
    expect(payment).toMatchObject({
      amount: 990,
      currency: 'eur',
      livemode: false,
      metadata: { purchase_id: '7' },
      status: 'requires_payment_method',
    });
    expect(payment.client_secret).toMatch(new RegExp(`^${payment.id}_secret_\\w+$`));
    expect(await shop.sdk.paymentIntents.retrieve(payment.id)).toMatchObject({ id: payment.id, amount: 990 });
  });

  it('matches the types and the API version of the SDK', async () => {
    const shapes = {
      intent: (fake: PaymentIntent): StripeSdk.PaymentIntent => fake,
      charge: (fake: Charge): StripeSdk.Charge => fake,
      refund: (fake: Refund): StripeSdk.Refund => fake,
      method: (fake: PaymentMethod): StripeSdk.PaymentMethod => fake,
    };
    expect(Object.keys(shapes)).toHaveLength(4);
    expect(API_VERSION).toBe(StripeSdk.API_VERSION);
  });

  it('succeeds with the card 4242 from a browser, with one charge', async () => {
    const payment = await shop.createPayment();
    const { status, body, headers } = await shop.confirm(payment, VISA);
    expect([status, body.status]).toEqual([200, 'succeeded']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const settled = await shop.sdk.paymentIntents.retrieve(payment.id, { expand: ['latest_charge'] });
    expect(settled).toMatchObject({ status: 'succeeded', amount_received: 1290 });
    expect(settled.latest_charge).toMatchObject({
      paid: true,
      amount: 1290,
      billing_details: { email: 'erika@example.test' },
      calculated_statement_descriptor: 'TEST PAYMENT',
    });
    expect(shop.eventTypes(payment)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
  });

  it('hides the metadata of the shop from browsers', async () => {
    const payment = await shop.createPayment();
    const { body } = await shop.confirm(payment, VISA);
    expect(body).toMatchObject({ id: payment.id, client_secret: payment.client_secret });
    expect(body).not.toHaveProperty('metadata');
    expect(body).not.toHaveProperty('latest_charge');
  });

  it.each([
    ['4000 0000 0000 0002', 'generic_decline', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'insufficient_funds', 'Your card has insufficient funds.'],
  ])('is declined with the card %s, then succeeds with another card', async (number, reason, message) => {
    const payment = await shop.createPayment();
    const { status, body } = await shop.confirm(payment, number);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code: 'card_declined', decline_code: reason, message });
    expect(body.error?.payment_intent?.status).toBe('requires_payment_method');
    const declined = await shop.sdk.paymentIntents.retrieve(payment.id);
    expect(declined).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { decline_code: reason },
    });
    expect((await shop.confirm(payment, VISA)).body.status).toBe('succeeded');
    expect(shop.eventTypes(payment)).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
  });

  it.each([
    ['a mistyped number', '4242 4242 4242 4241', {}, 'incorrect_number'],
    ['letters in place of the number', 'vier-zwei', {}, 'incorrect_number'],
    ['an expired month', VISA, { 'payment_method_data[card][exp_year]': '2024' }, 'expired_card'],
    ['an expired two-digit year', VISA, { 'payment_method_data[card][exp_year]': '24' }, 'expired_card'],
    ['a thirteenth month', VISA, { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month'],
    ['a short security code', VISA, { 'payment_method_data[card][cvc]': '12' }, 'invalid_cvc'],
    ['no security code', VISA, { 'payment_method_data[card][cvc]': undefined }, 'invalid_cvc'],
    ['a card that is no test card', '5555 5555 5555 4444', {}, 'card_declined'],
  ])('refuses %s without counting it as an attempt', async (_what, number, changes, code) => {
    const payment = await shop.createPayment();
    const { status, body } = await shop.confirm(payment, number, changes);
    expect([status, body.error?.type, body.error?.code]).toEqual([402, 'card_error', code]);
    expect(shop.eventTypes(payment)).toEqual(['payment_intent.created']);
  });

  it('is charged once when two browsers confirm it concurrently', async () => {
    const payment = await shop.createPayment();
    const responses = await Promise.all([shop.confirm(payment, VISA), shop.confirm(payment, VISA)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(responses.find(({ status }) => status === 400)?.body.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
      message:
        'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    });
    expect((await shop.sdk.charges.list({ payment_intent: payment.id })).data).toHaveLength(1);
  });

  it('can be canceled while it is open, and then neither confirmed nor canceled again', async () => {
    const payment = await shop.createPayment();
    const canceled = await shop.sdk.paymentIntents.cancel(payment.id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect((await shop.confirm(payment, VISA)).body.error?.code).toBe('payment_intent_unexpected_state');
    const again = await expectStripeError(shop.sdk.paymentIntents.cancel(payment.id));
    expect(again.message).toContain('You cannot cancel this PaymentIntent because it has a status of canceled.');
    expect(shop.eventTypes(payment)).toEqual(['payment_intent.created', 'payment_intent.canceled']);
  });

  it('cannot be confirmed without a card', async () => {
    const payment = await shop.createPayment();
    expect((await expectStripeError(shop.sdk.paymentIntents.confirm(payment.id))).message).toContain(
      'missing a payment method',
    );
  });

  it('can be created and confirmed by the server with a test payment method', async () => {
    const given = { amount: 500, currency: 'eur', confirm: true, payment_method: 'pm_card_visa' };
    expect((await shop.sdk.paymentIntents.create(given)).status).toBe('succeeded');
    const declined = await expectStripeError(
      shop.sdk.paymentIntents.create({ ...given, payment_method: 'pm_card_chargeDeclined' }),
    );
    expect(declined).toBeInstanceOf(StripeSdk.errors.StripeCardError);
  });

  it('can be updated until it is paid', async () => {
    const payment = await shop.createPayment();
    const changed = await shop.sdk.paymentIntents.update(payment.id, {
      amount: 700,
      metadata: { purchase_id: '', note: 'x' },
    });
    expect(changed).toMatchObject({ amount: 700, metadata: { note: 'x' } });
    expect(changed.metadata).not.toHaveProperty('purchase_id');
    await shop.confirm(payment, VISA);
    expect((await expectStripeError(shop.sdk.paymentIntents.update(payment.id, { amount: 800 }))).code).toBe(
      'payment_intent_unexpected_state',
    );
  });
});

describe('a refund', () => {
  it('can return a part of the payment; a second refund returns the rest, and the charge is then refunded', async () => {
    const id = await createPaidPayment();
    const part = await shop.sdk.refunds.create({ payment_intent: id, amount: 250, reason: 'requested_by_customer' });
    expect(part).toMatchObject({ amount: 250, status: 'succeeded', payment_intent: id });
    const rest = await shop.sdk.refunds.create({ payment_intent: id });
    expect(rest.amount).toBe(750);
    const [charge] = (await shop.sdk.charges.list({ payment_intent: id })).data;
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 1000 });
    expect((await shop.sdk.refunds.list({ payment_intent: id })).data.map((refund) => refund.id)).toEqual([
      rest.id,
      part.id,
    ]);
    expect(shop.eventTypes({ id }).slice(-4)).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
    ]);
  });

  it('is refused when it exceeds the amount that is not refunded yet, or when the whole amount is refunded', async () => {
    const id = await createPaidPayment();
    const tooMuch = await expectStripeError(shop.sdk.refunds.create({ payment_intent: id, amount: 1001 }));
    expect(tooMuch.message).toBe('Refund amount (€10.01) is greater than unrefunded amount on charge (€10.00)');
    await shop.sdk.refunds.create({ payment_intent: id });
    expect((await expectStripeError(shop.sdk.refunds.create({ payment_intent: id }))).code).toBe(
      'charge_already_refunded',
    );
  });

  it('is refused for an unpaid payment and an unknown payment', async () => {
    const open = await shop.createPayment();
    expect((await expectStripeError(shop.sdk.refunds.create({ payment_intent: open.id }))).message).toContain(
      'does not have a successful charge to refund',
    );
    expect((await expectStripeError(shop.sdk.refunds.create({ payment_intent: 'pi_none' }))).code).toBe(
      'resource_missing',
    );
  });
});

describe('the fake', () => {
  it('shows the test cards and the latest payments on a page', async () => {
    const german = await (await fetch(shop.stripe.url)).text();
    expect(german).toContain('4000 0000 0000 9995');
    expect(german).toContain('bezahlt');
    const english = await (await fetch(shop.stripe.url, { headers: { 'accept-language': 'en' } })).text();
    expect(english).toContain('No money moves');
    expect(english).toContain('refunded');
  });

  it('refuses to run in production and with live keys', async () => {
    const options = { port: 0, ...KEYS, webhookSecret: 'whsec_x' };
    const previousNodeEnv = process.env.NODE_ENV;
    process.env.NODE_ENV = 'production';
    try {
      await expect(startStripe(options)).rejects.toThrow('does not run in production');
    } finally {
      process.env.NODE_ENV = previousNodeEnv;
    }
    await expect(startStripe({ ...options, secretKey: 'sk_live_1' })).rejects.toThrow('sk_test_');
    await expect(startStripe({ ...options, publishableKey: 'pk_live_1' })).rejects.toThrow('pk_test_');
  });
});
