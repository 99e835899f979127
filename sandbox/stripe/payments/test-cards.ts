import { StripeError } from '../http/stripe-error.ts';

export type CardBehaviour = 'succeeds' | 'is-declined' | 'lacks-funds' | 'asks-for-3d-secure';

export interface TestCard {
  number: string;
  behaviour: CardBehaviour;
  /** Stripe's test id for a payment method with this card; a server sends it in place of the number. */
  token: string;
  country: 'DE' | 'US';
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', behaviour: 'succeeds', token: 'pm_card_visa', country: 'DE' },
  { number: '4000000000000002', behaviour: 'is-declined', token: 'pm_card_chargeDeclined', country: 'DE' },
  {
    number: '4000000000009995',
    behaviour: 'lacks-funds',
    token: 'pm_card_chargeDeclinedInsufficientFunds',
    country: 'DE',
  },
  { number: '4000000000000077', behaviour: 'succeeds', token: 'pm_card_bypassPending', country: 'US' },
  {
    number: '4000000000003220',
    behaviour: 'asks-for-3d-secure',
    token: 'pm_card_threeDSecure2Required',
    country: 'DE',
  },
];

export interface CardInput {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc: string;
}

const cardError = (code: string, param: string, message: string, decline_code?: string): StripeError =>
  new StripeError(402, { type: 'card_error', code, param, message, decline_code });

const passesLuhn = (digits: string): boolean => {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
};

/** Validates the entered card like Stripe. @returns the test card. @throws {StripeError} 402 card_error */
export const checkCard = (card: CardInput, now = new Date()): TestCard => {
  const digits = card.number.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) {
    throw cardError('incorrect_number', 'number', 'Your card number is incorrect.');
  }
  if (card.exp_month < 1 || card.exp_month > 12) {
    throw cardError('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  const year = fullYear(card.exp_year);
  if (year < 2000 || year > now.getUTCFullYear() + 50) {
    throw cardError('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  // A card is valid until its month ends in the last time zone, 12 hours after UTC.
  if (now.getTime() >= Date.UTC(year, card.exp_month, 1, 12)) {
    throw cardError('expired_card', 'exp_month', 'Your card has expired.', 'expired_card');
  }
  if (!/^\d{3}$/.test(card.cvc)) throw cardError('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  const known = TEST_CARDS.find((candidate) => candidate.number === digits);
  if (known) return known;
  const message =
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';
  throw cardError('card_declined', 'number', message, 'test_mode_live_card');
};

/** @returns the year with four digits, from two or four */
export const fullYear = (year: number): number => (year < 100 ? 2000 + year : year);
