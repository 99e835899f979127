import { accessTokenIsFresh, clearTokens, readAccessToken, readRefreshToken, storeTokens } from './tokens';
import type { Session } from './types';

const timeOutMs = 10_000;
let apiBase = '';

export interface FieldProblem {
  field: string;
  message: string;
}

/** Every failed call. `status` 0 means the server was not reached, 408 that it did not answer in ten seconds. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: FieldProblem[];

  constructor(status: number, code: string, message: string, details: FieldProblem[] = []) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Record<string, string | number | null | undefined>;
  body?: unknown;
  /** Sends the stored access token and refreshes it once when it has run out. */
  bearer?: boolean;
  signal?: AbortSignal;
}

export function setApiBase(base: string): void {
  apiBase = base.replace(/\/$/, '');
}

/** Calls the API and answers the envelope's `data`. Throws ApiError; an abort by the caller stays an AbortError. */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const hasSession = options.bearer && readAccessToken();
  if (hasSession && !accessTokenIsFresh() && readRefreshToken()) await refreshSession();
  try {
    return await send<T>(path, options);
  } catch (error) {
    const expired = error instanceof ApiError && error.status === 401 && hasSession && readRefreshToken();
    if (!expired) throw error;
    await refreshSession();
    return send<T>(path, options);
  }
}

let refreshing: Promise<Session> | null = null;

/** Trades the refresh token for a new session; calls that come while one is under way share its answer. */
export function refreshSession(): Promise<Session> {
  refreshing ??= renew().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function renew(): Promise<Session> {
  const refreshToken = readRefreshToken();
  if (!refreshToken) throw new ApiError(401, 'NO_REFRESH_TOKEN', 'No refresh token available');
  try {
    const session = await send<Session>('/api/auth/refresh', { method: 'POST', body: { refresh_token: refreshToken } });
    if (!session?.accessToken) throw new ApiError(500, 'INVALID_RESPONSE', 'Invalid refresh token response format');
    storeTokens(session);
    return session;
  } catch (error) {
    // Only a refusal ends the session; a lost connection does not sign anybody out.
    const refused = error instanceof ApiError && (error.status === 401 || error.status === 403);
    if (refused && readRefreshToken() === refreshToken) {
      clearTokens();
      window.dispatchEvent(new Event('session-ended'));
    }
    throw error;
  }
}

async function send<T>(path: string, { method = 'GET', query, body, bearer, signal }: CallOptions): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const token = bearer ? readAccessToken() : null;
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await reach(`${apiBase}${path}${queryString(query)}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw problem(response.status, answer);
  return isRecord(answer) && answer.success === true && 'data' in answer ? (answer.data as T) : (answer as T);
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  const timeOut = AbortSignal.timeout(timeOutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeOut]) : timeOut;
  try {
    return await fetch(url, { ...init, signal });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    if (timeOut.aborted) throw new ApiError(408, 'REQUEST_TIMEOUT', 'Request timeout');
    if (error instanceof TypeError) {
      throw new ApiError(0, 'NETWORK_ERROR', 'Network error: Unable to connect to server');
    }
    throw new ApiError(
      0,
      'NETWORK_ERROR',
      error instanceof Error ? `Network error: ${error.message}` : 'Unknown network error',
    );
  }
}

function problem(status: number, answer: unknown): ApiError {
  const body = isRecord(answer) ? answer : {};
  const inner = isRecord(body.error) ? body.error : {};
  const text = [inner.message, body.message].find((value) => typeof value === 'string');
  const code = [inner.code, body.code].find((value) => typeof value === 'string');
  const details = Array.isArray(inner.details) ? (inner.details as FieldProblem[]) : [];
  return new ApiError(status, code ?? `HTTP_${status}`, text ?? `Request failed with status ${status}`, details);
}

function queryString(query: CallOptions['query']): string {
  const entries = Object.entries(query ?? {}).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return entries.length ? `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}` : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
