import type { Call } from '../http/call.ts';
import type { Cause, Store } from '../store.ts';
import { paginate, PAGING } from '../http/listing.ts';
import { integer, metadata, oneOf, readParameters, text } from '../http/parameter-rules.ts';
import { withoutEmptyValues } from './payment-intent-fields.ts';
import { badParameter, resourceMissing, invalidState } from '../http/stripe-error.ts';
import { newId, secondsNow, type Charge, type Refund } from '../stripe-objects.ts';

const SYMBOLS: Record<string, string> = { eur: '€', usd: '$', gbp: '£', chf: 'CHF' };
const money = (cents: number, currency: string) => `${SYMBOLS[currency] ?? ''}${(cents / 100).toFixed(2)}`;

const findCharge = ({ store }: Call, chargeId?: string, intentId?: string): Charge => {
  if (chargeId !== undefined) {
    const found = store.rows.charge.get(chargeId);
    if (!found) throw resourceMissing('charge', chargeId, 'charge', 400);
    if (intentId === undefined || found.payment_intent === intentId) return found;
    throw badParameter(`Charge ${chargeId} does not belong to PaymentIntent ${intentId}.`, 'charge');
  }
  if (intentId === undefined) {
    throw badParameter(
      'One of the following params should be provided for this request: payment_intent or charge.',
      undefined,
      'parameter_missing',
    );
  }
  const intent = store.rows.payment_intent.get(intentId);
  if (!intent) throw resourceMissing('payment_intent', intentId, 'payment_intent', 400);
  const latest = store.rows.charge.get(intent.latest_charge ?? '');
  if (latest?.status === 'succeeded') return latest;
  throw invalidState(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
};

/** POST /v1/refunds: refunds `amount`, by default the rest of the charge */
export const createRefund = (call: Call): object => {
  const { store, cause } = call;
  const params = readParameters(call.parameters, {
    amount: integer(1),
    charge: text(),
    metadata,
    payment_intent: text(),
    reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  });
  const charge = findCharge(call, params.charge, params.payment_intent);
  if (!charge.paid) throw invalidState(`This charge (${charge.id}) has failed and cannot be refunded.`);
  if (charge.disputed) {
    throw invalidState(`Charge ${charge.id} has been disputed and cannot be refunded.`, 'charge_disputed');
  }
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0) throw invalidState(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  const amount = params.amount ?? left;
  if (amount > left) {
    const message = `Refund amount (${money(amount, charge.currency)}) is greater than unrefunded amount on charge (${money(left, charge.currency)})`;
    throw invalidState(message, undefined, { param: 'amount' });
  }
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: secondsNow(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: withoutEmptyValues(params.metadata ?? {}),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  store.put('refund', refund.id, refund);
  store.emitEvent('refund.created', refund, cause);
  const refunded = charge.amount_refunded + amount;
  const changed: Charge = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount_captured };
  store.put('charge', charge.id, changed);
  const previous = changed.refunded
    ? { amount_refunded: charge.amount_refunded, refunded: false }
    : { amount_refunded: charge.amount_refunded };
  store.emitEvent('charge.refunded', changed, cause, previous);
  return refund;
};

const BY_BANK: Cause = { id: null, idempotency_key: null };

/** Fails an accepted refund, as when the buyer's bank sends the money back. */
export const failRefund = (store: Store, refundId: string): void => {
  const refund = store.rows.refund.get(refundId);
  if (refund?.status !== 'succeeded') throw new Error(`There is no refund ${refundId} that could fail.`);
  const failed: Refund = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' };
  const charge = store.rows.charge.get(refund.charge)!;
  store.put('refund', refundId, failed);
  store.put('charge', charge.id, {
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  });
  store.emitEvent('refund.failed', failed, BY_BANK);
  store.commit();
};

/** GET /v1/refunds/{id} */
export const retrieveRefund = ({ store, id, parameters }: Call): object => {
  readParameters(parameters, {});
  const refund = store.rows.refund.get(id);
  if (!refund) throw resourceMissing('refund', id, 'refund');
  return refund;
};

/** GET /v1/refunds */
export const listRefunds = ({ store, parameters }: Call): object => {
  const params = readParameters(parameters, { ...PAGING, charge: text(), payment_intent: text() });
  return paginate(
    store.rows.refund,
    '/v1/refunds',
    params,
    (refund) =>
      (params.charge === undefined || refund.charge === params.charge) &&
      (params.payment_intent === undefined || refund.payment_intent === params.payment_intent),
  );
};

/** GET /v1/charges/{id} */
export const retrieveCharge = ({ store, id, parameters }: Call): object => {
  readParameters(parameters, {});
  const charge = store.rows.charge.get(id);
  if (!charge) throw resourceMissing('charge', id, 'charge');
  return charge;
};

/** GET /v1/charges */
export const listCharges = ({ store, parameters }: Call): object => {
  const params = readParameters(parameters, { ...PAGING, payment_intent: text() });
  const keep = (charge: Charge) =>
    params.payment_intent === undefined || charge.payment_intent === params.payment_intent;
  return paginate(store.rows.charge, '/v1/charges', params, keep);
};
