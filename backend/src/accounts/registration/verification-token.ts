import { deriveToken } from '../../platform/derived-token.js';
import { ApiError, tokenInvalid } from '../../platform/api-error.js';

/**
 * @returns the token in the verification mail. The token is derived from TOKEN_SECRET; the database stores only the hash of
 * the token.
 */
export const verificationToken = (secret: string, verificationId: string): string =>
  deriveToken(secret, 'verification', verificationId);

export const verificationInvalid = () => tokenInvalid('Invalid verification link. Please request a new one.');

export const verificationExpired = () =>
  new ApiError(400, 'TOKEN_EXPIRED', 'This verification link has expired. You can request a new one below.');
