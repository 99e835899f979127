import type { Call } from '../http/call.ts';
import type { Cause, Ledger } from '../ledger.ts';
import { page, PAGING } from '../http/listing.ts';
import { read, text } from '../http/parameter-rules.ts';
import { noSuch } from '../http/stripe-error.ts';
import { newId, secondsNow, type Charge, type Dispute } from '../stripe-objects.ts';

/** Nobody's request: the bank of the buyer did it. */
const BY_A_BANK: Cause = { id: null, idempotency_key: null };
const A_WEEK = 7 * 24 * 60 * 60;

/** The bank of a buyer takes the money of a payment back for now. */
export const openDispute = (ledger: Ledger, intentId: string): Dispute => {
  const charge = chargeOf(ledger, intentId);
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: secondsNow(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: { due_by: secondsNow() + A_WEEK, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intentId,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  ledger.put('charge', charge.id, { ...charge, disputed: true });
  ledger.put('dispute', dispute.id, dispute);
  ledger.announce('charge.dispute.created', dispute, BY_A_BANK);
  ledger.commit();
  return dispute;
};

/** The bank has decided. */
export const closeDispute = (ledger: Ledger, disputeId: string, status: 'won' | 'lost'): void => {
  const dispute = ledger.rows.dispute.get(disputeId);
  if (!dispute) throw new Error(`There is no dispute ${disputeId}.`);
  const closed: Dispute = { ...dispute, status };
  ledger.put('dispute', disputeId, closed);
  ledger.announce('charge.dispute.closed', closed, BY_A_BANK, { status: dispute.status });
  ledger.commit();
};

const chargeOf = (ledger: Ledger, intentId: string): Charge => {
  const charge = ledger.rows.charge.get(ledger.rows.payment_intent.get(intentId)?.latest_charge ?? '');
  if (!charge?.paid) throw new Error(`The payment ${intentId} has not been made.`);
  return charge;
};

/** GET /v1/disputes/{id} */
export const retrieveDispute = ({ ledger, id, parameters }: Call): object => {
  read(parameters, {});
  const dispute = ledger.rows.dispute.get(id);
  if (!dispute) throw noSuch('dispute', id, 'dispute');
  return dispute;
};

/** GET /v1/disputes */
export const listDisputes = ({ ledger, parameters }: Call): object => {
  const given = read(parameters, { ...PAGING, charge: text(), payment_intent: text() });
  return page(
    ledger.rows.dispute,
    '/v1/disputes',
    given,
    (dispute) =>
      (given.charge === undefined || dispute.charge === given.charge) &&
      (given.payment_intent === undefined || dispute.payment_intent === given.payment_intent),
  );
};
