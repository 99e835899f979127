import { createHash } from 'node:crypto';
import type { Call } from '../http/call.ts';
import { clearable, email, group, integer, metadata, oneOf, required, text } from '../http/parameter-rules.ts';
import { resourceMissing } from '../http/stripe-error.ts';
import { newId, secondsNow, type BillingDetails, type PaymentMethod } from '../stripe-objects.ts';
import { checkCard, fullYear, TEST_CARDS, type TestCard } from './test-cards.ts';

const optionalText = clearable(text());
const address = group({
  city: optionalText,
  country: optionalText,
  line1: optionalText,
  line2: optionalText,
  postal_code: optionalText,
  state: optionalText,
});

const methodData = group({
  type: oneOf('card'),
  card: group({ number: text(40), exp_month: integer(0, 99), exp_year: integer(0, 9999), cvc: clearable(text(10)) }),
  billing_details: group({ email: clearable(email), name: optionalText, phone: optionalText, address }),
  metadata,
  allow_redisplay: oneOf('unspecified'),
  // Stripe.js sends these parameters with each card; the fake ignores them.
  guid: text(),
  muid: text(),
  sid: text(),
  payment_user_agent: text(),
  referrer: text(),
  time_on_page: text(),
  pasted_fields: text(),
});
type MethodData = ReturnType<typeof methodData>;

/** The parameters that select the card of a request; a request contains at most one of them. */
export const METHOD_PARAMETERS = { payment_method: text(), payment_method_data: methodData };

const toBillingDetails = (params: MethodData['billing_details'] = {}): BillingDetails => ({
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null, ...params.address },
  email: params.email ?? null,
  name: params.name ?? null,
  phone: params.phone ?? null,
  tax_id: null,
});

const createPaymentMethod = (card: TestCard, month: number, year: number, billing: BillingDetails): PaymentMethod => ({
  id: newId('pm'),
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: billing,
  card: {
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: card.country,
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

/** @returns the card of the request, or undefined for none. @throws {StripeError} 402 for a card that is not a test card */
export const findPaymentMethod = (
  { store }: Call,
  parameters: { payment_method?: string; payment_method_data?: MethodData },
): PaymentMethod | undefined => {
  const { payment_method: id, payment_method_data: data } = parameters;
  if (data) {
    required(data.type, 'payment_method_data[type]');
    const card = required(data.card, 'payment_method_data[card]');
    const month = required(card.exp_month, 'payment_method_data[card][exp_month]');
    const year = required(card.exp_year, 'payment_method_data[card][exp_year]');
    const number = required(card.number, 'payment_method_data[card][number]');
    const known = checkCard({ number, exp_month: month, exp_year: year, cvc: card.cvc ?? '' });
    const method = createPaymentMethod(known, month, year, toBillingDetails(data.billing_details));
    return store.put('payment_method', method.id, method);
  }
  if (id === undefined) return undefined;
  const token = TEST_CARDS.find((card) => card.token === id);
  if (token) {
    const method = createPaymentMethod(token, 12, new Date().getUTCFullYear() + 1, toBillingDetails());
    return store.put('payment_method', method.id, method);
  }
  const known = store.rows.payment_method.get(id);
  if (!known) throw resourceMissing('PaymentMethod', id, 'payment_method', 400);
  return known;
};

/** @returns the test card with the last four digits of the payment method, which does not store the full number */
export const findTestCard = (method: PaymentMethod): TestCard => {
  const card = TEST_CARDS.find(({ number }) => number.endsWith(method.card.last4));
  if (!card) throw new Error(`${method.id} is not a test card`);
  return card;
};
