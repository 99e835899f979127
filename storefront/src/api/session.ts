import type { Middleware } from 'openapi-fetch';
import { ApiError } from './api-error';
import { api, createApi, timeOutMs, tooLate } from './client';
import {
  accessTokenIsFresh,
  accountIdFrom,
  clearTokens,
  readAccessToken,
  readRefreshToken,
  storeTokens,
} from './tokens';

let shownAccount: string | null | undefined;

/**
 * Sets the account that the screens of this tab show: null for a visitor, undefined while it is unknown. All tabs share
 * the tokens: another tab may have signed out or signed in another account, to which input of this tab does not belong.
 */
export function showAccount(id: string | null | undefined): void {
  shownAccount = id;
}

/** The refusal of a write that was made under another account than the one that is signed in now. */
export const accountChanged = () => new ApiError(409, 'ACCOUNT_CHANGED', 'The sign-in in this browser has changed');

/**
 * Sends the stored access token and refreshes it once when it has expired.
 * @throws {ApiError} 409 ACCOUNT_CHANGED before a write for another account than the one that is shown
 */
export const session: Middleware = {
  async onRequest({ request }) {
    const writer = shownAccount;
    if (readAccessToken() && !accessTokenIsFresh() && readRefreshToken()) await refreshSession();
    authorize(request, writer);
  },
  async onResponse({ request, response, options }) {
    const spent = request.headers.get('authorization')?.slice('Bearer '.length);
    if (response.status !== 401 || !spent || !readRefreshToken()) return;
    await refreshSession(spent);
    authorize(request, accountIdFrom(spent));
    return options.fetch(request);
  },
};

/** Requests for the signed-in account, or for a visitor when none is. */
export const mine = createApi(session);

/** @param writer the account that the write belongs to, as in `showAccount` */
function authorize({ method, headers }: Request, writer: string | null | undefined): void {
  const token = readAccessToken();
  const account = token && (accountIdFrom(token) ?? writer);
  if (method !== 'GET' && writer !== undefined && account !== writer) throw accountChanged();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  else headers.delete('Authorization');
}

let refreshing: Promise<void> | null = null;

/**
 * Exchanges the refresh token for a new session, one request at a time in all tabs: concurrent callers share
 * its response.
 * @param spent the access token that is no longer valid
 */
export function refreshSession(spent = readAccessToken()): Promise<void> {
  refreshing ??= oneTabAtATime(() => renew(spent)).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** Browsers without Web Locks run without the lock: the server returns the same session to a repeat within seconds. */
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator) || !navigator.locks) return work();
  // A tab that the system has suspended may keep the lock; no tab waits for it longer than for the server.
  const signal = AbortSignal.timeout(timeOutMs);
  return navigator.locks.request('refresh-session', { signal }, work).catch((error: unknown) => {
    throw error instanceof ApiError ? error : tooLate();
  });
}

async function renew(spent: string | null): Promise<void> {
  // Another tab has refreshed it already.
  if (readAccessToken() !== spent && accessTokenIsFresh()) return;
  const refreshToken = readRefreshToken();
  if (!refreshToken) throw new ApiError(401, 'NO_REFRESH_TOKEN', 'No refresh token available');
  try {
    const renewed = await api.post('/api/auth/refresh', { body: { refresh_token: refreshToken } });
    if (!renewed?.accessToken) {
      throw new ApiError(500, 'INVALID_RESPONSE', 'Invalid refresh token response format');
    }
    // The user has signed out before the response arrived.
    if (readRefreshToken() === refreshToken) storeTokens(renewed);
  } catch (error) {
    // Only a refusal ends the session; a lost connection signs no account out.
    const refused = error instanceof ApiError && (error.status === 401 || error.status === 403);
    if (refused && readRefreshToken() === refreshToken) {
      clearTokens();
      window.dispatchEvent(new Event('session-ended'));
    }
    throw error;
  }
}
