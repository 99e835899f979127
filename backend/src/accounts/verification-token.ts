import { deriveToken } from '../platform/derived-token.js';
import { Problem } from '../platform/problem.js';

/** The secret in the verification mail; computed where it is needed, stored only as a hash. */
export const verificationToken = (secret: string, verificationId: string): string =>
  deriveToken(secret, 'verification', verificationId);

export const verificationInvalid = () =>
  new Problem(400, 'TOKEN_INVALID', 'Invalid verification link. Please request a new one.');

export const verificationExpired = () =>
  new Problem(400, 'TOKEN_EXPIRED', 'This verification link has expired. You can request a new one below.');
