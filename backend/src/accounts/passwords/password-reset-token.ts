import { deriveToken } from '../../platform/derived-token.js';

/** The secret in the reset mail; computed where it is needed, stored only as a hash. */
export const passwordResetToken = (secret: string, resetId: string): string =>
  deriveToken(secret, 'password-reset', resetId);
