import type { components } from './schema';
import { mine } from './session';

type Form = components['schemas']['DeclareWithdrawal'];
export type Declaration = Required<Omit<Form, 'proof'>> & Pick<Form, 'proof'>;
/** What the shop has taken down; the same stands in the mail. */
export type WithdrawalReceived = components['schemas']['WithdrawalReceived'];

/** Guests may withdraw too; an account is known by its token. */
export const declareWithdrawal = (declaration: Declaration) => mine.post('/api/withdrawals', { body: declaration });
