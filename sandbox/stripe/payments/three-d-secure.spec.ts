import { openTestShop, VISA, VISA_3DS, type TestShop } from '../test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop({ webhookUrl: undefined });
});
afterAll(() => shop.close());

const startChallenge = async () => {
  const payment = await shop.createPayment();
  const { body } = await shop.confirm(payment, VISA_3DS);
  expect(body.status).toBe('requires_action');
  return { payment, page: body.next_action?.redirect_to_url?.url ?? '' };
};
const chooseOutcome = async (page: string, outcome: string) => {
  const response = await fetch(page, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });
  return { status: response.status, to: new URL(response.headers.get('location') ?? 'none:') };
};

describe('3-D Secure', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'Testzahlung', 'Prüfung bestehen'],
    ['en-GB,en;q=0.9,de;q=0.1', 'Test payment', 'Pass the check'],
  ])(
    'has a page in the language of the browser (%s) that says that the payment is a test',
    async (language, label, button) => {
      const { page } = await startChallenge();
      const response = await fetch(page, { headers: { 'accept-language': language } });
      const html = await response.text();
      expect(html).toContain(`<strong>${label}</strong>`);
      expect(html).toContain(button);
      expect(html).toContain(language.startsWith('de') ? '12,90\u00a0€' : '€12.90');
    },
  );

  it('charges the card when it is completed, and redirects to the shop', async () => {
    const { payment, page } = await startChallenge();
    const { status, to } = await chooseOutcome(page, 'complete');
    expect([status, to.origin + to.pathname, to.searchParams.get('pattern')]).toEqual([
      303,
      'http://shop.test/checkout',
      '7',
    ]);
    expect(to.searchParams.get('payment_intent')).toBe(payment.id);
    expect(to.searchParams.get('payment_intent_client_secret')).toBe(payment.client_secret);
    expect(to.searchParams.get('redirect_status')).toBe('succeeded');
    expect((await shop.sdk.paymentIntents.retrieve(payment.id)).status).toBe('succeeded');
  });

  it('allows another card when it fails', async () => {
    const { payment, page } = await startChallenge();
    expect((await chooseOutcome(page, 'fail')).to.searchParams.get('redirect_status')).toBe('failed');
    const failed = await shop.sdk.paymentIntents.retrieve(payment.id);
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    expect((await shop.confirm(payment, VISA)).body.status).toBe('succeeded');
    expect(shop.eventTypes(payment)).toContain('payment_intent.payment_failed');
  });

  it('takes effect only once, even when the buyer goes back in the browser', async () => {
    const { payment, page } = await startChallenge();
    await chooseOutcome(page, 'complete');
    expect((await chooseOutcome(page, 'fail')).to.searchParams.get('redirect_status')).toBe('succeeded');
    expect((await fetch(page, { redirect: 'manual' })).status).toBe(303);
    expect(shop.eventTypes(payment).filter((type) => type === 'charge.succeeded')).toHaveLength(1);
  });

  it('has no effect after the payment is canceled or paid with another card', async () => {
    const canceled = await startChallenge();
    await shop.sdk.paymentIntents.cancel(canceled.payment.id);
    expect((await chooseOutcome(canceled.page, 'complete')).to.searchParams.get('redirect_status')).toBe('failed');
    expect((await shop.sdk.paymentIntents.retrieve(canceled.payment.id)).status).toBe('canceled');
    const paid = await startChallenge();
    await shop.confirm(paid.payment, VISA);
    await chooseOutcome(paid.page, 'complete');
    expect(shop.eventTypes(paid.payment).filter((type) => type === 'charge.succeeded')).toHaveLength(1);
  });

  it('redirects only to web addresses, and shows the result when there is no return URL', async () => {
    const payment = await shop.createPayment();
    const script = await shop.confirm(payment, VISA_3DS, { return_url: 'javascript:alert(1)' });
    expect(script.body.error).toMatchObject({ code: 'url_invalid', param: 'return_url' });
    const none = await shop.confirm(payment, VISA_3DS, { return_url: undefined });
    const page = none.body.next_action?.redirect_to_url?.url ?? '';
    const end = await fetch(page, { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }) });
    expect(await end.text()).toContain('Die Testzahlung ist bestätigt.');
    expect((await fetch(`${shop.stripe.url}/3d-secure/guessed`)).status).toBe(404);
  });
});
