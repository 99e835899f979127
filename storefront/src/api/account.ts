import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import type { User, VerificationStatus } from './types';

/** The fields of a profile that were changed; an empty first or last name is removed. */
export type ProfileChange = Partial<
  Pick<User, 'displayName' | 'username'> & Record<'first_name' | 'last_name', string>
>;

export const account = {
  update: (change: ProfileChange) =>
    call<User>('/api/auth/profile', { method: 'PUT', body: change, bearer: true, fallback: 'Profile update failed' }),
  changePassword: (current: string, next: string) =>
    call('/api/auth/change-password', {
      method: 'POST',
      body: { current_password: current, new_password: next },
      bearer: true,
      fallback: 'Password change failed',
    }),
  sendVerification: () => call('/api/auth/send-verification', { method: 'POST', bearer: true }),
  verifyEmail: (token: string) => call<{ user?: User }>('/api/auth/verify-email', { method: 'POST', body: { token } }),
  /** With the token of the same mail: whoever is signed in reads what is sent to the address. */
  proveMailbox: (token: string) => call('/api/auth/prove-mailbox', { method: 'POST', body: { token }, bearer: true }),
};

export const passwordReset = {
  request: (email: string) =>
    call('/api/password-reset/request', {
      method: 'POST',
      body: { email },
      fallback: 'Password reset request failed',
    }),
  validate: (token: string, signal?: AbortSignal) =>
    call(`/api/password-reset/validate/${encodeURIComponent(token)}`, { signal }),
  confirm: (token: string, password: string) =>
    call('/api/password-reset/confirm', {
      method: 'POST',
      body: { token, new_password: password },
      fallback: 'Password reset failed',
    }),
};

export const verificationStatus = () =>
  queryOptions({
    queryKey: ['mine', 'verification'],
    queryFn: ({ signal }) => call<VerificationStatus>('/api/auth/verification-status', { bearer: true, signal }),
    staleTime: 0,
    // The link in the mail opens elsewhere; whoever comes back sees that it worked.
    refetchOnWindowFocus: 'always',
  });

/** Whether a reset link still works; looking at it does not use it up. */
export const resetLink = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: ({ signal }) => passwordReset.validate(token, signal).then(() => true),
    staleTime: Infinity,
    gcTime: 0,
  });
