import { createHash } from 'node:crypto';
import type { Call } from '../http/call.ts';
import { clearable, email, group, integer, metadata, oneOf, present, text } from '../http/parameter-rules.ts';
import { noSuch } from '../http/stripe-error.ts';
import { newId, secondsNow, type BillingDetails, type PaymentMethod } from '../stripe-objects.ts';
import { checkCard, fullYear, TEST_CARDS, type TestCard } from './test-cards.ts';

const line = clearable(text());
const address = group({ city: line, country: line, line1: line, line2: line, postal_code: line, state: line });

const methodData = group({
  type: oneOf('card'),
  card: group({ number: text(40), exp_month: integer(0, 99), exp_year: integer(0, 9999), cvc: clearable(text(10)) }),
  billing_details: group({ email: clearable(email), name: line, phone: line, address }),
  metadata,
  allow_redisplay: oneOf('unspecified'),
  // Stripe.js sends these with each card; the fake ignores them.
  guid: text(),
  muid: text(),
  sid: text(),
  payment_user_agent: text(),
  referrer: text(),
  time_on_page: text(),
  pasted_fields: text(),
});
type MethodData = ReturnType<typeof methodData>;

/** A request names a card by one of these. */
export const METHOD_PARAMETERS = { payment_method: text(), payment_method_data: methodData };

const billingOf = (given: MethodData['billing_details'] = {}): BillingDetails => ({
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null, ...given.address },
  email: given.email ?? null,
  name: given.name ?? null,
  phone: given.phone ?? null,
  tax_id: null,
});

const newMethod = (card: TestCard, month: number, year: number, billing: BillingDetails): PaymentMethod => ({
  id: newId('pm'),
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: billing,
  card: {
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: 'visa',
    exp_month: month,
    exp_year: fullYear(year),
    fingerprint: createHash('sha256').update(card.token).digest('hex').slice(0, 16),
    funding: 'credit',
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: ['visa'], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: secondsNow(),
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
});

/** @returns the card of the request, or undefined. @throws {StripeError} card_error for a card that is no test card */
export const methodNamedBy = (
  { store }: Call,
  named: { payment_method?: string; payment_method_data?: MethodData },
): PaymentMethod | undefined => {
  const { payment_method: id, payment_method_data: data } = named;
  if (data) {
    present(data.type, 'payment_method_data[type]');
    const card = present(data.card, 'payment_method_data[card]');
    const month = present(card.exp_month, 'payment_method_data[card][exp_month]');
    const year = present(card.exp_year, 'payment_method_data[card][exp_year]');
    const number = present(card.number, 'payment_method_data[card][number]');
    const known = checkCard({ number, exp_month: month, exp_year: year, cvc: card.cvc ?? '' });
    const method = newMethod(known, month, year, billingOf(data.billing_details));
    return store.put('payment_method', method.id, method);
  }
  if (id === undefined) return undefined;
  const token = TEST_CARDS.find((card) => card.token === id);
  if (token) {
    const method = newMethod(token, 12, new Date().getUTCFullYear() + 1, billingOf());
    return store.put('payment_method', method.id, method);
  }
  const known = store.rows.payment_method.get(id);
  if (!known) throw noSuch('PaymentMethod', id, 'payment_method', 400);
  return known;
};

/** @returns the test card of a payment method, whose full number is not stored */
export const testCardOf = (method: PaymentMethod): TestCard => {
  const card = TEST_CARDS.find(({ number }) => number.endsWith(method.card.last4));
  if (!card) throw new Error(`${method.id} is no test card`);
  return card;
};
