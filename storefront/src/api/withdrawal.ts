import { call } from './client';
import type { Language } from './types';

export interface Declaration {
  name: string;
  email: string;
  /** The order number, or in words what was bought and when. */
  order_number: string;
  locale: Language;
}

/** What the shop has taken down; the same stands in the mail. */
export interface WithdrawalReceived {
  reference: string;
  receivedAt: string;
  text: string;
  textVersion: string;
  name: string;
  email: string;
  orderNumber: string;
}

/** Guests may withdraw too; whoever is signed in is known by the bearer. */
export const declareWithdrawal = (declaration: Declaration) =>
  call<WithdrawalReceived>('/api/withdrawals', { method: 'POST', body: declaration, bearer: true });
