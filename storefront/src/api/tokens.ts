import { onDevice } from '../lib/storage';
import type { Session } from './types';

/** The access token must be written and removed last, because other tabs read all keys when it changes. */
const names = ['refresh_token', 'token_expires_at', 'auth_token', 'access_token'] as const;
type Name = (typeof names)[number];

/** Values that the browser refuses to store. A session that exists only here ends when the user leaves the page. */
const inMemory = new Map<Name, string>();

/** Stores a session in local storage. Keeps the stored refresh token when the session contains no new refresh token. */
export function storeTokens(
  session: Pick<Session, 'accessToken' | 'expiresIn'> & Partial<Pick<Session, 'refreshToken'>>,
): void {
  if (session.refreshToken) write('refresh_token', session.refreshToken);
  write('token_expires_at', String(Date.now() + session.expiresIn * 1000));
  write('auth_token', session.accessToken);
  write('access_token', session.accessToken);
}

export function clearTokens(): void {
  inMemory.clear();
  for (const name of names) onDevice.remove(name);
}

export function readAccessToken(): string | null {
  return read('access_token');
}

export function readRefreshToken(): string | null {
  return read('refresh_token');
}

/** @returns the account id in an access token, or null when the token is malformed. Does not verify the signature. */
export function accountIdFrom(token: string): string | null {
  try {
    const claims = JSON.parse(atob(token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))) as { sub?: unknown };
    return typeof claims.sub === 'string' ? claims.sub : null;
  } catch {
    return null;
  }
}

/** @returns false if no expiry is stored or if at most five seconds remain: a token must not expire during its request */
export function accessTokenIsFresh(): boolean {
  const expiresAt = Number(read('token_expires_at'));
  return Boolean(readAccessToken()) && Number.isFinite(expiresAt) && expiresAt - 5000 > Date.now();
}

function write(name: Name, text: string): void {
  if (onDevice.write(name, text)) inMemory.delete(name);
  else inMemory.set(name, text);
}

function read(name: Name): string | null {
  return inMemory.get(name) ?? onDevice.read(name);
}
