import { deriveToken } from '../../platform/derived-token.js';

/** The token in the reset mail: derived on demand, stored only as a hash. */
export const passwordResetToken = (secret: string, resetId: string): string =>
  deriveToken(secret, 'password-reset', resetId);
