import { deriveToken } from '../../platform/derived-token.js';

/**
 * @returns the token in the reset mail. The token is derived from TOKEN_SECRET; the database stores only the hash of the
 * token.
 */
export const passwordResetToken = (secret: string, resetId: string): string =>
  deriveToken(secret, 'password-reset', resetId);
