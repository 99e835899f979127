import type { Call } from '../http/call.ts';
import { present } from '../http/parameter-rules.ts';
import { badParameter, noSuch } from '../http/stripe-error.ts';
import type { PaymentIntent } from '../stripe-objects.ts';

/** The PaymentIntent in the path. A browser has to know its client secret; throws a StripeError 404 or 400. */
export const findPaymentIntent = ({ ledger, id, publishable }: Call, clientSecret?: string): PaymentIntent => {
  const intent = ledger.rows.payment_intent.get(id);
  if (!intent) throw noSuch('payment_intent', id, 'intent');
  if (publishable) present(clientSecret, 'client_secret');
  if (clientSecret !== undefined && clientSecret !== intent.client_secret) {
    const message = 'The client_secret provided does not match the client_secret associated with the PaymentIntent.';
    throw badParameter(message, 'client_secret', 'payment_intent_invalid_parameter');
  }
  return intent;
};

/** What a browser must not see: what the shop and its bank noted for themselves. */
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

/** The PaymentIntent as the caller may see it. */
export const visible = ({ publishable }: Call, intent: PaymentIntent): object =>
  publishable ? Object.fromEntries(Object.entries(intent).filter(([name]) => !HIDDEN_FROM_BROWSERS.has(name))) : intent;
