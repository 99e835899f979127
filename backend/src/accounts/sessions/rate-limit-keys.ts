import { hashToken } from '../../platform/derived-token.js';
import { typedEmailKey } from '../../platform/mail/email-address.js';
import type { FindAccount } from '../../platform/http/limits/limits.js';

/**
 * Sign-ins are limited per typed address, even if no account has it. Null means an invalid address, which the validation of
 * the request refuses.
 */
export const byEmail: FindAccount = ({ body }) => typedEmailKey(((body ?? {}) as { email?: unknown }).email);

/** Requests with a second-factor code are limited per account, which is found through the challenge. */
export const byChallenge: FindAccount = async ({ body }, sql) => {
  const { challenge } = (body ?? {}) as { challenge?: unknown };
  if (typeof challenge !== 'string' || challenge.length > 100) return null;
  const row = await sql.row<{ user_id: string }>('select user_id from sign_in_challenges where token_hash = $1', [
    hashToken(challenge),
  ]);
  return row?.user_id ?? null;
};

/** Refresh requests are limited per session, because the refresh token changes with each request. */
export const bySession: FindAccount = async ({ body }, sql) => {
  const { refresh_token: token } = (body ?? {}) as { refresh_token?: unknown };
  if (typeof token !== 'string' || token.length > 100) return null;
  const row = await sql.row<{ session_id: string }>('select session_id from refresh_tokens where token_hash = $1', [
    hashToken(token),
  ]);
  return row?.session_id ?? null;
};
