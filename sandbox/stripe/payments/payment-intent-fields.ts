import { clearable, email, integer, metadata, text } from '../http/parameter-rules.ts';
import { badParameter } from '../http/stripe-error.ts';

/** The parameters that a creation and an update have in common. */
export const UPDATE_PARAMETERS = {
  amount: integer(1, 99_999_999),
  description: clearable(text()),
  metadata,
  receipt_email: clearable(email),
  statement_descriptor: clearable(text(22)),
  statement_descriptor_suffix: clearable(text(22)),
};

const MINIMUM = new Map<string, [cents: number, words: string]>([
  ['eur', [50, '€0.50 eur']],
  ['usd', [50, '$0.50 usd']],
  ['gbp', [30, '£0.30 gbp']],
  ['chf', [50, 'CHF0.50 chf']],
]);

/** @param amount in cents @throws {StripeError} 400 for an unsupported currency or an amount below the minimum */
export const checkAmount = (amount: number, currency: string): void => {
  const minimum = MINIMUM.get(currency);
  if (!minimum) {
    const message = `Invalid currency: ${currency}. Stripe currently supports these currencies: ${[...MINIMUM.keys()].join(', ')}`;
    throw badParameter(message, 'currency');
  }
  if (amount < minimum[0]) throw badParameter(`Amount must be at least ${minimum[1]}`, 'amount', 'amount_too_small');
};

/** @returns the metadata without empty values */
export const withoutEmptyValues = (params: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== null));
