import { deriveToken } from '../../platform/derived-token.js';

/** The token in the reset mail. It is derived from the secret; the database stores only its hash. */
export const passwordResetToken = (secret: string, resetId: string): string =>
  deriveToken(secret, 'password-reset', resetId);
