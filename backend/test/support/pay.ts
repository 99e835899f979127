import type { PurchaseView as Access } from '../../src/purchases/purchases.contract.js';
import type { TestBuyer } from './builders.js';
import type { OpenShop } from './open-shop.js';
import { until } from './settles.js';

// Stripe's test card numbers; the fake treats them as Stripe does.
/** A card from the United States; the other cards are German. */
export const US_CARD = '4000000000000077';
export const CARD = '4242424242424242';
export const DECLINED = '4000000000000002';
export const INSUFFICIENT = '4000000000009995';
export const THREE_D_SECURE = '4000000000003220';

/** Creates a payment, like the checkout. */
export function startPayment(shop: OpenShop, buyer: TestBuyer | null, patternId: string, body: object = {}) {
  const request = shop.http.post('/api/payments/create');
  if (buyer) void request.set('authorization', `Bearer ${buyer.token}`);
  return request.send({
    pattern_id: patternId,
    buyer_email: buyer?.email ?? 'guest@example.com',
    consent: true,
    country: 'DE',
    ...body,
  });
}

/** Confirms the card, like Stripe.js in the browser. @returns the response of Stripe */
export async function confirmCard(shop: OpenShop, clientSecret: string, number = CARD) {
  const id = clientSecret.split('_secret_')[0];
  const response = await fetch(`${shop.config.stripe.apiBase}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: shop.config.checkout.publishableKey!,
      client_secret: clientSecret,
      return_url: `${shop.url}/checkout/back`,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][email]': 'buyer@example.com',
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, never> & { status?: string } };
}

/** Pays by card. @returns the id of the purchase */
export async function buy(
  shop: OpenShop,
  buyer: TestBuyer,
  patternId: string,
  body: object = {},
  card = CARD,
): Promise<string> {
  const started = await startPayment(shop, buyer, patternId, body);
  if (started.status !== 201) throw new Error(`payment not started: ${JSON.stringify(started.body)}`);
  await confirmCard(shop, started.body.data.client_secret, card);
  return started.body.data.purchase_id;
}

/** Completes or fails 3-D Secure. @param confirmed the response of `confirmCard` */
export async function answerChallenge(confirmed: { body: object }, outcome: 'complete' | 'fail'): Promise<void> {
  const { next_action: action } = confirmed.body as { next_action?: { redirect_to_url: { url: string } } };
  const response = await fetch(action!.redirect_to_url.url, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  });
  if (response.status !== 303) throw new Error(`the 3-D Secure page returned ${response.status}`);
}

/** Requests of a signed-in user. */
export const as = (shop: OpenShop, { token }: Pick<TestBuyer, 'token'>) => ({
  get: (path: string) => shop.http.get(path).set('authorization', `Bearer ${token}`),
  post: (path: string, body: object) => shop.http.post(path).set('authorization', `Bearer ${token}`).send(body),
});

/** @returns the download access of a purchase, requested by its buyer */
export async function accessOf(shop: OpenShop, buyer: TestBuyer, purchaseId: string): Promise<Access> {
  const response = await as(shop, buyer).get(`/api/downloads/${purchaseId}`);
  if (response.status !== 200) throw new Error(`no access: ${JSON.stringify(response.body)}`);
  return response.body.data as Access;
}

/** Waits until the buyer can download the copy. */
export function delivered(shop: OpenShop, buyer: TestBuyer, purchaseId: string, ms?: number): Promise<Access> {
  return until(
    'the copy can be downloaded',
    async () => {
      const access = await accessOf(shop, buyer, purchaseId);
      return access.canDownload && access;
    },
    ms,
  );
}
