import type { Call } from '../http/call.ts';
import type { Cause, Store } from '../store.ts';
import { paginate, PAGING } from '../http/listing.ts';
import { readParameters, text } from '../http/parameter-rules.ts';
import { resourceMissing } from '../http/stripe-error.ts';
import { newId, secondsNow, type BalanceTransaction, type Charge, type Dispute } from '../stripe-objects.ts';

/** The cause of events that the buyer's bank triggers: there is no request. */
const BY_BANK: Cause = { id: null, idempotency_key: null };
const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** Stripe's fee for a dispute, which it keeps also when the dispute is won. */
export const DISPUTE_FEE = 2000;

const book = (
  { currency }: Charge | Dispute,
  amount: number,
  fee: number,
  category: BalanceTransaction['reporting_category'],
): BalanceTransaction => ({
  id: newId('txn'),
  object: 'balance_transaction',
  amount,
  currency,
  fee,
  net: amount - fee,
  reporting_category: category,
  type: 'adjustment',
});

/** Opens a dispute, as the bank of the buyer does. @param amount the disputed part of the charge; by default all of it */
export const openDispute = (store: Store, intentId: string, amount?: number): Dispute => {
  const charge = findPaidCharge(store, intentId);
  const disputed = amount ?? charge.amount;
  if (disputed > charge.amount) throw new Error(`The payment ${intentId} is smaller than ${disputed}.`);
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: disputed,
    balance_transactions: [book(charge, -disputed, DISPUTE_FEE, 'dispute')],
    charge: charge.id,
    created: secondsNow(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: secondsNow() + WEEK_SECONDS,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intentId,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  store.put('charge', charge.id, { ...charge, disputed: true });
  store.put('dispute', dispute.id, dispute);
  store.emitEvent('charge.dispute.created', dispute, BY_BANK);
  store.commit();
  return dispute;
};

/** Closes a dispute, as the bank of the buyer does. */
export const closeDispute = (store: Store, disputeId: string, status: 'won' | 'lost'): void => {
  const dispute = store.rows.dispute.get(disputeId);
  if (!dispute) throw new Error(`There is no dispute ${disputeId}.`);
  const returned = status === 'won' ? [book(dispute, dispute.amount, 0, 'dispute_reversal')] : [];
  const closed = { ...dispute, status, balance_transactions: [...dispute.balance_transactions, ...returned] };
  store.put('dispute', disputeId, closed);
  store.emitEvent('charge.dispute.closed', closed, BY_BANK, { status: dispute.status });
  store.commit();
};

const findPaidCharge = (store: Store, intentId: string): Charge => {
  const charge = store.rows.charge.get(store.rows.payment_intent.get(intentId)?.latest_charge ?? '');
  if (!charge?.paid) throw new Error(`The payment ${intentId} has not succeeded.`);
  return charge;
};

/** GET /v1/disputes/{id} */
export const retrieveDispute = ({ store, id, parameters }: Call): object => {
  readParameters(parameters, {});
  const dispute = store.rows.dispute.get(id);
  if (!dispute) throw resourceMissing('dispute', id, 'dispute');
  return dispute;
};

/** GET /v1/disputes */
export const listDisputes = ({ store, parameters }: Call): object => {
  const params = readParameters(parameters, { ...PAGING, charge: text(), payment_intent: text() });
  return paginate(
    store.rows.dispute,
    '/v1/disputes',
    params,
    (dispute) =>
      (params.charge === undefined || dispute.charge === params.charge) &&
      (params.payment_intent === undefined || dispute.payment_intent === params.payment_intent),
  );
};
