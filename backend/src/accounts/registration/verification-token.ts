import { deriveToken } from '../../platform/derived-token.js';
import { ApiError, tokenInvalid } from '../../platform/api-error.js';

/** The token in the verification mail. It is derived from the secret; the database stores only its hash. */
export const verificationToken = (secret: string, verificationId: string): string =>
  deriveToken(secret, 'verification', verificationId);

export const verificationInvalid = () => tokenInvalid('Invalid verification link. Please request a new one.');

export const verificationExpired = () =>
  new ApiError(400, 'TOKEN_EXPIRED', 'This verification link has expired. You can request a new one below.');
