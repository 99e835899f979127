import StripeSdk from 'stripe';
import { KEYS, openTestShop, expectStripeError, VISA, type TestShop } from '../test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop({ webhookUrl: undefined });
});
afterAll(() => shop.close());

const requestWithKey = (key: string, path: string, init: RequestInit = {}) =>
  fetch(shop.stripe.url + path, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });

describe('authentication', () => {
  it('refuses a missing or wrong key with a 401 whose message masks the key', async () => {
    expect((await fetch(`${shop.stripe.url}/v1/events`)).status).toBe(401);
    const response = await requestWithKey('sk_test_someone_elses_key', '/v1/events');
    const text = await response.text();
    expect([response.status, text.includes('Invalid API Key provided: sk_test_'), text.includes('someone')]).toEqual([
      401,
      true,
      false,
    ]);
  });

  it('accepts a secret key by Basic authentication, but not as a parameter', async () => {
    const basic = Buffer.from(`${KEYS.secretKey}:`).toString('base64');
    expect((await fetch(`${shop.stripe.url}/v1/events`, { headers: { authorization: `Basic ${basic}` } })).status).toBe(
      200,
    );
    expect((await fetch(`${shop.stripe.url}/v1/events?key=${KEYS.secretKey}`)).status).toBe(401);
  });

  it('lets a publishable key only confirm and retrieve a PaymentIntent, with its client secret', async () => {
    const payment = await shop.createPayment();
    const address = `/v1/payment_intents/${payment.id}`;
    expect(
      (await requestWithKey(KEYS.publishableKey, `${address}?client_secret=${payment.client_secret}`)).status,
    ).toBe(200);
    expect(
      (await requestWithKey(KEYS.publishableKey, `${address}?client_secret=${payment.id}_secret_guess`)).status,
    ).toBe(400);
    expect((await requestWithKey(KEYS.publishableKey, address)).status).toBe(400);
    expect((await requestWithKey(KEYS.publishableKey, `${address}/cancel`, { method: 'POST' })).status).toBe(403);
    expect((await requestWithKey(KEYS.publishableKey, '/v1/events')).status).toBe(403);
    const guessed = await shop.confirm({ ...payment, client_secret: `${payment.id}_secret_guess` }, VISA);
    expect(guessed.body.error).toMatchObject({ code: 'payment_intent_invalid_parameter', param: 'client_secret' });
  });

  it('needs no key for a preflight request', async () => {
    const response = await fetch(`${shop.stripe.url}/v1/payment_intents/pi_1/confirm`, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
  });
});

describe('a request', () => {
  it.each<[string, Record<string, unknown>, string | undefined, string]>([
    ['an unknown parameter', { nonsense: 1 }, 'parameter_unknown', 'Received unknown parameter: nonsense'],
    [
      'an unknown nested parameter',
      { automatic_payment_methods: { enabled: true, x: 1 } },
      'parameter_unknown',
      'Received unknown parameter: automatic_payment_methods[x]',
    ],
    ['a missing amount', { amount: undefined }, 'parameter_missing', 'Missing required param: amount.'],
    ['a word as amount', { amount: 'ten' }, 'parameter_invalid_integer', 'Invalid integer: ten'],
    ['half a cent', { amount: 100.5 }, 'parameter_invalid_integer', 'Invalid integer: 100.5'],
    ['an amount below the minimum', { amount: 49 }, 'amount_too_small', 'Amount must be at least €0.50 eur'],
    ['a currency in upper case', { currency: 'EUR' }, undefined, 'Invalid currency: EUR.'],
    [
      'an unknown value of an enum',
      { capture_method: 'later' },
      undefined,
      'Invalid capture_method: must be one of automatic or automatic_async',
    ],
    ['an invalid e-mail address', { receipt_email: 'erika' }, 'email_invalid', 'Invalid email address: erika'],
    [
      'a parameter named __proto__',
      { metadata: JSON.parse('{"__proto__":"1"}') },
      'parameter_unknown',
      'Received unknown parameter: metadata[__proto__]',
    ],
    ['an unknown expansion', { expand: ['application'] }, undefined, 'This property cannot be expanded (application).'],
  ])('with %s gets the message of Stripe and creates nothing', async (_what, change, code, message) => {
    const before = shop.stripe.control.payments().length;
    const given = { amount: 500, currency: 'eur', ...change } as StripeSdk.PaymentIntentCreateParams;
    const error = await expectStripeError(shop.sdk.paymentIntents.create(given));
    expect([error.statusCode, error.type, error.code]).toEqual([400, 'StripeInvalidRequestError', code]);
    expect(error.message).toContain(message);
    expect(shop.stripe.control.payments()).toHaveLength(before);
  });

  it('for an object or a path that does not exist gets a 404', async () => {
    const error = await expectStripeError(shop.sdk.paymentIntents.retrieve('pi_none'));
    expect([error.statusCode, error.code, error.message]).toEqual([
      404,
      'resource_missing',
      "No such payment_intent: 'pi_none'",
    ]);
    expect((await requestWithKey(KEYS.secretKey, '/v1/customers')).status).toBe(404);
  });

  it('is refused when its body is not form-encoded, and when its body is too large', async () => {
    const json = { method: 'POST', body: '{"amount":500}', headers: { 'content-type': 'application/json' } };
    expect((await requestWithKey(KEYS.secretKey, '/v1/payment_intents', json)).status).toBe(400);
    const large = { method: 'POST', body: new URLSearchParams({ description: 'x'.repeat(300_000) }) };
    expect((await requestWithKey(KEYS.secretKey, '/v1/payment_intents', large)).status).toBe(413);
  });
});

describe('an idempotency key', () => {
  const given = { amount: 500, currency: 'eur' };

  it('returns the first response for the same parameters and creates one payment', async () => {
    const first = await shop.sdk.paymentIntents.create(given, { idempotencyKey: 'order-1' });
    const second = await shop.sdk.paymentIntents.create(
      { currency: 'eur', amount: 500 },
      { idempotencyKey: 'order-1' },
    );
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(shop.eventTypes(first)).toEqual(['payment_intent.created']);
  });

  it('is refused for other parameters and for another path', async () => {
    const payment = await shop.sdk.paymentIntents.create(given, { idempotencyKey: 'order-2' });
    const other = await expectStripeError(
      shop.sdk.paymentIntents.create({ ...given, amount: 600 }, { idempotencyKey: 'order-2' }),
    );
    expect(other).toBeInstanceOf(StripeSdk.errors.StripeIdempotencyError);
    expect(other.message).toContain('can only be used with the same parameters they were first used with');
    const elsewhere = await expectStripeError(
      shop.sdk.paymentIntents.cancel(payment.id, {}, { idempotencyKey: 'order-2' }),
    );
    expect(elsewhere.message).toContain('can only be used for the same endpoint');
  });

  it('is refused while the first request is running', async () => {
    shop.stripe.control.failNext({ path: '/v1/payment_intents', outcome: 'slow', delayMs: 200 });
    const calls = [1, 2].map(() => shop.sdk.paymentIntents.create(given, { idempotencyKey: 'order-3' }));
    const [slow, busy] = await Promise.allSettled(calls);
    const outcomes = [slow, busy].map((call) =>
      call?.status === 'rejected' ? (call.reason as StripeSdk.errors.StripeError).code : 'done',
    );
    expect(outcomes.sort()).toEqual(['done', 'idempotency_key_in_use']);
  });

  it('can be used again after invalid parameters; after a decline it returns the same decline', async () => {
    const wrong = await expectStripeError(
      shop.sdk.paymentIntents.create({ ...given, amount: 1 }, { idempotencyKey: 'order-4' }),
    );
    expect(wrong.code).toBe('amount_too_small');
    const declined = { ...given, confirm: true, payment_method: 'pm_card_chargeDeclined' };
    const first = await expectStripeError(shop.sdk.paymentIntents.create(declined, { idempotencyKey: 'order-4' }));
    const again = await expectStripeError(shop.sdk.paymentIntents.create(declined, { idempotencyKey: 'order-4' }));
    expect([first.charge, again.code]).toEqual([again.charge, 'card_declined']);
  });
});

describe('a planned fault', () => {
  it('makes the given number of requests fail, and these create no payment', async () => {
    const before = shop.stripe.control.payments().length;
    shop.stripe.control.failNext({ path: '/v1/payment_intents', status: 503, times: 2 });
    expect((await expectStripeError(shop.createPayment())).statusCode).toBe(503);
    expect((await expectStripeError(shop.createPayment())).type).toBe('StripeAPIError');
    expect(shop.stripe.control.payments()).toHaveLength(before);
    expect((await shop.createPayment()).status).toBe('requires_payment_method');
  });

  it('can lose the response after a payment was created; the retry of the SDK then gets the same payment', async () => {
    const before = shop.stripe.control.payments().length;
    shop.stripe.control.failNext({ method: 'POST', outcome: 'lost-response' });
    const payment = await shop.createPayment();
    expect(payment.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(shop.stripe.control.payments()).toHaveLength(before + 1);
  });

  it('can leave a request without response until the client times out', async () => {
    shop.stripe.control.failNext({ path: /confirm$/, outcome: 'silence' });
    const payment = await shop.createPayment();
    const call = shop.sdk.paymentIntents.confirm(payment.id, { payment_method: 'pm_card_visa' }, { timeout: 150 });
    expect(await expectStripeError(call)).toBeInstanceOf(StripeSdk.errors.StripeConnectionError);
    expect(shop.eventTypes(payment)).toEqual(['payment_intent.created']);
  });

  it('can store its response under the idempotency key, as Stripe stores a 500', async () => {
    shop.stripe.control.failNext({ status: 500, remembered: true });
    const call = () => shop.sdk.paymentIntents.create({ amount: 500, currency: 'eur' }, { idempotencyKey: 'order-5' });
    expect((await expectStripeError(call())).statusCode).toBe(500);
    const again = await expectStripeError(call());
    expect([again.statusCode, again.headers?.['idempotent-replayed']]).toEqual([500, 'true']);
  });

  it('can be a rate limit or a card error', async () => {
    shop.stripe.control.failNext({ status: 429 });
    expect(await expectStripeError(shop.createPayment())).toBeInstanceOf(StripeSdk.errors.StripeRateLimitError);
    const payment = await shop.createPayment();
    shop.stripe.control.failNext({
      path: '/confirm',
      status: 402,
      error: { type: 'card_error', code: 'processing_error', message: 'An error occurred.' },
    });
    expect((await shop.confirm(payment, VISA)).body.error).toMatchObject({
      type: 'card_error',
      code: 'processing_error',
    });
  });
});
