import type { Call } from '../http/call.ts';
import { required } from '../http/parameter-rules.ts';
import { badParameter, resourceMissing } from '../http/stripe-error.ts';
import type { PaymentIntent } from '../stripe-objects.ts';

/** @returns the PaymentIntent in the path; browsers need its client secret. @throws {StripeError} 404, 400 */
export const findPaymentIntent = ({ store, id, publishable }: Call, clientSecret?: string): PaymentIntent => {
  const intent = store.rows.payment_intent.get(id);
  if (!intent) throw resourceMissing('payment_intent', id, 'intent');
  if (publishable) required(clientSecret, 'client_secret');
  if (clientSecret !== undefined && clientSecret !== intent.client_secret) {
    const message = 'The client_secret provided does not match the client_secret associated with the PaymentIntent.';
    throw badParameter(message, 'client_secret', 'payment_intent_invalid_parameter');
  }
  return intent;
};

/** Fields that only a client with the secret key can read. */
const HIDDEN_FROM_BROWSERS = new Set([
  'allowed_payment_method_types',
  'amount_capturable',
  'amount_received',
  'application',
  'application_fee_amount',
  'customer',
  'customer_account',
  'latest_charge',
  'managed_payments',
  'metadata',
  'on_behalf_of',
  'payment_method_options',
  'payment_record',
  'review',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_data',
  'transfer_group',
]);

/** @returns the PaymentIntent with the fields that the client can read */
export const visibleFields = ({ publishable }: Call, intent: PaymentIntent): object =>
  publishable ? Object.fromEntries(Object.entries(intent).filter(([name]) => !HIDDEN_FROM_BROWSERS.has(name))) : intent;
