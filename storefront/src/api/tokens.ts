import type { Session } from './types';

const names = ['access_token', 'refresh_token', 'token_expires_at', 'auth_token'] as const;

/** Keeps a session in local storage. A refresh answer without a new refresh token keeps the old one. */
export function storeTokens(
  session: Pick<Session, 'accessToken' | 'expiresIn'> & Partial<Pick<Session, 'refreshToken'>>,
): void {
  localStorage.setItem('access_token', session.accessToken);
  localStorage.setItem('auth_token', session.accessToken);
  localStorage.setItem('token_expires_at', String(Date.now() + session.expiresIn * 1000));
  if (session.refreshToken) localStorage.setItem('refresh_token', session.refreshToken);
}

export function clearTokens(): void {
  for (const name of names) localStorage.removeItem(name);
}

export function readAccessToken(): string | null {
  return localStorage.getItem('access_token');
}

export function readRefreshToken(): string | null {
  return localStorage.getItem('refresh_token');
}

/** A missing expiry counts as expired; five seconds early, so that a token does not die on its way. */
export function accessTokenIsFresh(): boolean {
  const expiresAt = Number(localStorage.getItem('token_expires_at'));
  return Boolean(readAccessToken()) && Number.isFinite(expiresAt) && expiresAt - 5000 > Date.now();
}
