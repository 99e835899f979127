import type { CardField } from './card-rules';

/** A refused card payment: the message key, and the card field that shows the message. */
export interface Refusal {
  message: string;
  field?: CardField;
}

const refusals: Record<string, Refusal> = {
  insufficient_funds: { message: 'checkout:refused.funds', field: 'number' },
  card_declined: { message: 'checkout:refused.declined', field: 'number' },
  incorrect_number: { message: 'checkout:refused.details', field: 'number' },
  invalid_number: { message: 'checkout:refused.details', field: 'number' },
  expired_card: { message: 'checkout:refused.expired', field: 'expiry' },
  invalid_expiry_month: { message: 'checkout:card.problem.expiry', field: 'expiry' },
  invalid_expiry_year: { message: 'checkout:card.problem.expiry', field: 'expiry' },
  incorrect_cvc: { message: 'checkout:refused.cvc', field: 'cvc' },
  invalid_cvc: { message: 'checkout:refused.cvc', field: 'cvc' },
  processing_error: { message: 'checkout:refused.failed' },
  payment_intent_authentication_failure: { message: 'checkout:refused.authentication' },
};

/** The refusal for a Stripe error. The decline code has priority, because it is more precise than the error code. */
export function toRefusal(error: { code?: string; decline_code?: string }): Refusal {
  return refusals[error.decline_code ?? ''] ?? refusals[error.code ?? ''] ?? { message: 'checkout:refused.failed' };
}
