import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { api } from './client';
import type { components } from './schema';
import { sessionApi } from './session';
import { storeTokens } from './tokens';
import type { Session, User } from './types';

/** The changed fields of a profile. An empty first or last name removes the stored one. */
export type ProfileChange = Partial<
  Pick<User, 'displayName' | 'username'> & Record<'first_name' | 'last_name', string>
>;

export const account = {
  update: (change: ProfileChange) =>
    sessionApi.put('/api/auth/profile', { body: change, fallback: 'Profile update failed' }),
  changePassword: (current: string, next: string) =>
    sessionApi.post('/api/auth/change-password', {
      body: { current_password: current, new_password: next },
      fallback: 'Password change failed',
    }),
  sendVerification: () => sessionApi.post('/api/auth/send-verification'),
  verifyEmail: (token: string) => api.post('/api/auth/verify-email', { body: { token } }),
  /** Proves that the signed-in user reads the mailbox of the address. The token comes from the verification mail. */
  proveMailbox: (token: string) => sessionApi.post('/api/auth/prove-mailbox', { body: { token } }),
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
    queryFn: ({ signal }) => sessionApi.get('/api/auth/verification-status', { signal }),
    staleTime: 0,
    // The link in the mail opens another tab. The request is repeated so that a user who returns sees the new status.
    refetchOnWindowFocus: 'always',
  });

/** Checks that a reset link is still valid. The check does not use up the link. */
export const resetLink = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: ({ signal }) => passwordReset.validate(token, signal).then(() => true),
    staleTime: Infinity,
    gcTime: 0,
  });

export type Registration = components['schemas']['RegisterForm'];

const loginFailed = 'Login failed';
const invalidLogin = 'Invalid login response format';

/** The requests that start a session. Each stores the tokens of the session. */
export const signIns = {
  withPassword: (email: string, password: string) =>
    startSession(api.post('/api/auth/login', { body: { email, password }, fallback: loginFailed }), invalidLogin),
  withSecondFactor: (challenge: string, code: string) =>
    startSession(
      api.post('/api/auth/login/second-factor', { body: { challenge, code }, fallback: loginFailed }),
      invalidLogin,
    ),
  register: (registration: Registration) =>
    startSession(
      api.post('/api/auth/register', { body: registration, fallback: 'Registration failed' }),
      'Invalid registration response format',
    ),
};

async function startSession(response: Promise<Session>, invalidFormat: string): Promise<Session> {
  const session = await response;
  if (!session?.accessToken || !session.user) throw new ApiError(500, 'INVALID_RESPONSE', invalidFormat);
  storeTokens(session);
  return session;
}
