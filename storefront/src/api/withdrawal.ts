import type { components } from './schema';
import { sessionApi } from './session';

type Form = components['schemas']['DeclareWithdrawal'];
export type Declaration = Required<Omit<Form, 'proof'>> & Pick<Form, 'proof'>;
/** The declaration as the shop has recorded it. */
export type WithdrawalReceipt = components['schemas']['WithdrawalReceipt'];

/** Declares a withdrawal. The access token identifies the buyer; a guest sends none. */
export const declareWithdrawal = (declaration: Declaration) =>
  sessionApi.post('/api/withdrawals', { body: declaration });
