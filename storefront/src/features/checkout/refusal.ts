import type { CardField } from './card-rules';

/** Why a card payment did not go through: the words, and the field they belong beside. */
export interface Refusal {
  words: string;
  field?: CardField;
}

const refusals: Record<string, Refusal> = {
  insufficient_funds: { words: 'checkout:refused.funds', field: 'number' },
  card_declined: { words: 'checkout:refused.declined', field: 'number' },
  incorrect_number: { words: 'checkout:refused.details', field: 'number' },
  invalid_number: { words: 'checkout:refused.details', field: 'number' },
  expired_card: { words: 'checkout:refused.expired', field: 'expiry' },
  invalid_expiry_month: { words: 'checkout:card.problem.expiry', field: 'expiry' },
  invalid_expiry_year: { words: 'checkout:card.problem.expiry', field: 'expiry' },
  incorrect_cvc: { words: 'checkout:refused.cvc', field: 'cvc' },
  invalid_cvc: { words: 'checkout:refused.cvc', field: 'cvc' },
  processing_error: { words: 'checkout:refused.failed' },
  payment_intent_authentication_failure: { words: 'checkout:refused.authentication' },
};

/** The card provider's error in the shop's words; the decline code says more than the code. */
export function refusalOf(error: { code?: string; decline_code?: string }): Refusal {
  return refusals[error.decline_code ?? ''] ?? refusals[error.code ?? ''] ?? { words: 'checkout:refused.failed' };
}
