import { deriveToken } from '../platform/derived-token.js';

/** The secret in the mail that asks whether the account shall really be deleted. */
export const confirmToken = (secret: string, deletionId: string): string =>
  deriveToken(secret, 'deletion-confirm', deletionId);

/** The secret in the mail that offers to keep the account. */
export const undoToken = (secret: string, deletionId: string): string =>
  deriveToken(secret, 'deletion-undo', deletionId);
