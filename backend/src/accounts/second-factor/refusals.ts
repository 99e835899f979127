import { ApiError } from '../../platform/api-error.js';
import { SignInChallenge } from './second-factor.entity.js';
import type { Verdict } from './second-factors.js';

const WRONG = 'The code is not valid. Please enter the newest code of your app, or a recovery code.';

/** The response to a correct password when the account has a second factor. */
export const codeRequired = (challenge: string) =>
  new ApiError(403, 'SECOND_FACTOR_REQUIRED', 'Please enter the code of your app.', undefined, undefined, {
    challenge,
    expires_in: SignInChallenge.SECONDS,
  });

export const challengeExpired = () =>
  new ApiError(401, 'CHALLENGE_EXPIRED', 'This sign-in took too long or had too many wrong codes. Please start again.');

export const suspended = () =>
  new ApiError(403, 'ACCOUNT_SUSPENDED', 'This account is suspended. The reason was sent to its email address.');

/** @param status 401 at sign-in, 400 for a signed-in user */
export function refusedCode(verdict: Exclude<Verdict, 'right' | 'not-enabled'>, status: 400 | 401): ApiError {
  if (verdict === 'wrong')
    return new ApiError(status, 'INVALID_SECOND_FACTOR', WRONG, [{ field: 'code', message: WRONG }]);
  const message = 'Too many wrong codes today. Please use a recovery code, or reset your password by email.';
  return new ApiError(429, 'SECOND_FACTOR_PAUSED', message, undefined, verdict.pausedSeconds);
}

export const factorOff = () => new ApiError(409, 'SECOND_FACTOR_OFF', 'The account has no second factor.');
export const factorOn = () => new ApiError(409, 'SECOND_FACTOR_ON', 'The account has a second factor already.');

export const wrongPassword = () =>
  new ApiError(400, 'WRONG_PASSWORD', 'Current password is incorrect', [
    { field: 'password', message: 'Current password is incorrect' },
  ]);
