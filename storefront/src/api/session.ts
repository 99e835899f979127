import type { Middleware } from 'openapi-fetch';
import { ApiError } from './api-error';
import { api, createApi, timeoutMs, timeoutError } from './client';
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
 * Sets the account that this tab shows: null for a visitor, undefined while the account is unknown. All tabs share the
 * tokens, so another tab can sign in another account. A write of this tab must then fail, because the user made it for the
 * account that the tab shows.
 */
export function showAccount(id: string | null | undefined): void {
  shownAccount = id;
}

/** The error of a write when the signed-in account is not the account that the tab shows. */
export const accountChanged = () => new ApiError(409, 'ACCOUNT_CHANGED', 'The sign-in in this browser has changed');

/**
 * Adds the access token to requests. Refreshes the session if the token has expired, and after a 401 repeats the request.
 * @throws {ApiError} 409 ACCOUNT_CHANGED for a write when the signed-in account is not the account that the tab shows
 */
export const sessionMiddleware: Middleware = {
  async onRequest({ request }) {
    const writer = shownAccount;
    if (readAccessToken() && !accessTokenIsFresh() && readRefreshToken()) await refreshSession();
    authorize(request, writer);
  },
  async onResponse({ request, response, options }) {
    const expired = request.headers.get('authorization')?.slice('Bearer '.length);
    if (response.status !== 401 || !expired || !readRefreshToken()) return;
    await refreshSession(expired);
    authorize(request, accountIdFrom(expired));
    return options.fetch(request);
  },
};

/** Sends requests with the access token of the signed-in user, and a visitor's requests without a token. */
export const sessionApi = createApi(sessionMiddleware);

/** @param writer the account that the tab showed when it made the request: null for a visitor, undefined if unknown */
function authorize({ method, headers }: Request, writer: string | null | undefined): void {
  const token = readAccessToken();
  const account = token && (accountIdFrom(token) ?? writer);
  if (method !== 'GET' && writer !== undefined && account !== writer) throw accountChanged();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  else headers.delete('Authorization');
}

let refreshing: Promise<void> | null = null;

/**
 * Exchanges the refresh token for a new session. Concurrent calls share one request, and only one tab sends a request at a
 * time.
 * @param expired the access token that is no longer valid
 */
export function refreshSession(expired = readAccessToken()): Promise<void> {
  refreshing ??= oneTabAtATime(() => renew(expired)).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/**
 * Runs `work` in one tab at a time. Without Web Locks, two tabs can send the same refresh token at nearly the same time. The
 * server then gives both tabs the same session.
 */
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator) || !navigator.locks) return work();
  // A tab that the system has suspended can hold the lock for a long time, so the wait has a timeout.
  const signal = AbortSignal.timeout(timeoutMs);
  return navigator.locks.request('refresh-session', { signal }, work).catch((error: unknown) => {
    throw error instanceof ApiError ? error : timeoutError();
  });
}

async function renew(expired: string | null): Promise<void> {
  // If another tab has already refreshed the session, no request is needed.
  if (readAccessToken() !== expired && accessTokenIsFresh()) return;
  const refreshToken = readRefreshToken();
  if (!refreshToken) throw new ApiError(401, 'NO_REFRESH_TOKEN', 'No refresh token available');
  try {
    const renewed = await api.post('/api/auth/refresh', { body: { refresh_token: refreshToken } });
    if (!renewed?.accessToken) {
      throw new ApiError(500, 'INVALID_RESPONSE', 'Invalid refresh token response format');
    }
    // Stores no tokens if the user has signed out during the request.
    if (readRefreshToken() === refreshToken) storeTokens(renewed);
  } catch (error) {
    // Only a refusal ends the session. A lost connection does not sign the user out.
    const refused = error instanceof ApiError && (error.status === 401 || error.status === 403);
    if (refused && readRefreshToken() === refreshToken) {
      clearTokens();
      window.dispatchEvent(new Event('session-ended'));
    }
    throw error;
  }
}
