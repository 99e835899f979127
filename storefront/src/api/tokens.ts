import type { Session } from './types';

/** The access token is written and removed last: other tabs wait for its change and then find the rest. */
const names = ['refresh_token', 'token_expires_at', 'auth_token', 'access_token'] as const;

/** Keeps a session in local storage. A refresh answer without a new refresh token keeps the old one. */
export function storeTokens(
  session: Pick<Session, 'accessToken' | 'expiresIn'> & Partial<Pick<Session, 'refreshToken'>>,
): void {
  if (session.refreshToken) localStorage.setItem('refresh_token', session.refreshToken);
  localStorage.setItem('token_expires_at', String(Date.now() + session.expiresIn * 1000));
  localStorage.setItem('auth_token', session.accessToken);
  localStorage.setItem('access_token', session.accessToken);
}

export function clearTokens(): void {
  for (const name of names) localStorage.removeItem(name);
}

export function readAccessToken(): string | null {
  return read('access_token');
}

export function readRefreshToken(): string | null {
  return read('refresh_token');
}

/** A missing expiry counts as expired; five seconds early, so that a token does not die on its way. */
export function accessTokenIsFresh(): boolean {
  const expiresAt = Number(read('token_expires_at'));
  return Boolean(readAccessToken()) && Number.isFinite(expiresAt) && expiresAt - 5000 > Date.now();
}

/** A browser that lets nobody read has nobody signed in. */
function read(name: (typeof names)[number]): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
