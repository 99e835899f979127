import { deriveToken } from '../platform/derived-token.js';

/** @returns the token of the mail that asks to confirm the deletion */
export const confirmToken = (secret: string, deletionId: string): string =>
  deriveToken(secret, 'deletion-confirm', deletionId);

/** @returns the token of the mail that offers to undo the deletion */
export const undoToken = (secret: string, deletionId: string): string =>
  deriveToken(secret, 'deletion-undo', deletionId);
