import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { api } from './client';
import type { components } from './schema';
import { mine } from './session';
import { storeTokens } from './tokens';
import type { Session, User } from './types';

/** The fields of a profile that were changed; an empty first or last name is removed. */
export type ProfileChange = Partial<
  Pick<User, 'displayName' | 'username'> & Record<'first_name' | 'last_name', string>
>;

export const account = {
  update: (change: ProfileChange) => mine.put('/api/auth/profile', { body: change, fallback: 'Profile update failed' }),
  changePassword: (current: string, next: string) =>
    mine.post('/api/auth/change-password', {
      body: { current_password: current, new_password: next },
      fallback: 'Password change failed',
    }),
  sendVerification: () => mine.post('/api/auth/send-verification'),
  verifyEmail: (token: string) => api.post('/api/auth/verify-email', { body: { token } }),
  /** With the token of the same mail: proves that the signed-in account reads the mailbox of the address. */
  proveMailbox: (token: string) => mine.post('/api/auth/prove-mailbox', { body: { token } }),
};

export const passwordReset = {
  request: (email: string) =>
    api.post('/api/password-reset/request', { body: { email }, fallback: 'Password reset request failed' }),
  validate: (token: string, signal?: AbortSignal) =>
    api.get('/api/password-reset/validate/{token}', { params: { path: { token } }, signal }),
  confirm: (token: string, password: string) =>
    api.post('/api/password-reset/confirm', {
      body: { token, new_password: password },
      fallback: 'Password reset failed',
    }),
};

export const verificationStatus = () =>
  queryOptions({
    queryKey: ['mine', 'verification'],
    queryFn: ({ signal }) => mine.get('/api/auth/verification-status', { signal }),
    staleTime: 0,
    // The link in the mail opens in another tab; the user returns to this one and sees the new state.
    refetchOnWindowFocus: 'always',
  });

/** Whether a reset link is still valid; this check does not consume it. */
export const resetLink = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: ({ signal }) => passwordReset.validate(token, signal).then(() => true),
    staleTime: Infinity,
    gcTime: 0,
  });

export type Registration = components['schemas']['RegisterForm'];

const loginFailed = 'Login failed';
const noLogin = 'Invalid login response format';

/** The ways to begin a session; each stores its tokens. */
export const signIns = {
  withPassword: (email: string, password: string) =>
    begin(api.post('/api/auth/login', { body: { email, password }, fallback: loginFailed }), noLogin),
  withSecondFactor: (challenge: string, code: string) =>
    begin(api.post('/api/auth/login/second-factor', { body: { challenge, code }, fallback: loginFailed }), noLogin),
  register: (registration: Registration) =>
    begin(
      api.post('/api/auth/register', { body: registration, fallback: 'Registration failed' }),
      'Invalid registration response format',
    ),
};

async function begin(answer: Promise<Session>, formatProblem: string): Promise<Session> {
  const session = await answer;
  if (!session?.accessToken || !session.user) throw new ApiError(500, 'INVALID_RESPONSE', formatProblem);
  storeTokens(session);
  return session;
}
