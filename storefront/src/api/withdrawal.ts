import type { components } from './schema';
import { mine } from './session';

type Form = components['schemas']['DeclareWithdrawal'];
export type Declaration = Required<Omit<Form, 'proof'>> & Pick<Form, 'proof'>;
/** The declaration as the shop has recorded it; the mail contains the same. */
export type WithdrawalReceipt = components['schemas']['WithdrawalReceipt'];

/** Guests may withdraw too; an account is identified by its token. */
export const declareWithdrawal = (declaration: Declaration) => mine.post('/api/withdrawals', { body: declaration });
