import { deriveToken } from '../platform/derived-token.js';

/** The secret in the verification mail; computed where it is needed, stored only as a hash. */
export const verificationToken = (secret: string, verificationId: string): string =>
  deriveToken(secret, 'verification', verificationId);
