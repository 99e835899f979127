import { call } from './client';
import type { components } from './schema';

type Form = components['schemas']['DeclareWithdrawal'];
export type Declaration = Required<Omit<Form, 'proof'>> & Pick<Form, 'proof'>;
/** What the shop has taken down; the same stands in the mail. */
export type WithdrawalReceived = components['schemas']['WithdrawalReceived'];

/** Guests may withdraw too; whoever is signed in is known by the bearer. */
export const declareWithdrawal = (declaration: Declaration) =>
  call<WithdrawalReceived>('/api/withdrawals', { method: 'POST', body: declaration, bearer: true });
