import { newTrace } from './new-trace';
import { accessTokenIsFresh, accountOf, clearTokens, readAccessToken, readRefreshToken, storeTokens } from './tokens';
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
  /** Seconds after which the same call may work. */
  readonly retryAfter: number | null;
  /** What the server's logs know this call by. */
  readonly reference: string | null;
  /** With SECOND_FACTOR_REQUIRED: to be sent back with the code. */
  readonly challenge: string | null;

  constructor(
    status: number,
    code: string,
    message: string,
    details: FieldProblem[] = [],
    retryAfter: number | null = null,
    reference: string | null = null,
    challenge: string | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
    this.reference = reference;
    this.challenge = challenge;
  }
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Record<string, string | number | null | undefined>;
  body?: unknown;
  /** Sends the stored access token and refreshes it once when it has run out. */
  bearer?: boolean;
  /** Passes over what the browser has kept, for reads that must show one's own change at once. */
  fresh?: boolean;
  /** The error's message when the server refused without saying why. */
  fallback?: string;
  /** Takes nothing but a success envelope; the error's message when the answer is none. */
  envelopeOr?: string;
  signal?: AbortSignal;
}

export function setApiBase(base: string): void {
  apiBase = base.replace(/\/$/, '');
}

let shownAccount: string | null | undefined;

/**
 * Says whose account the screens of this tab show, null for a visitor, undefined as long as nobody knows. The tokens belong to all tabs: somebody else may
 * have signed in since in another one, and what was entered here is not theirs.
 */
export function showAccount(id: string | null | undefined): void {
  shownAccount = id;
}

/**
 * Calls the API and answers the envelope's `data`. Throws ApiError, with the code ACCOUNT_CHANGED before it writes for
 * another account than the one that is shown; an abort by the caller stays an AbortError.
 */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  if (options.bearer && readAccessToken() && !accessTokenIsFresh() && readRefreshToken()) await refreshSession();
  const token = bearerFor(options);
  try {
    return await send<T>(path, options, token);
  } catch (error) {
    const expired = error instanceof ApiError && error.status === 401 && token && readRefreshToken();
    if (!expired) throw error;
    await refreshSession(token);
    return send<T>(path, options, bearerFor(options));
  }
}

function bearerFor({ bearer, method = 'GET' }: CallOptions): string | null {
  const token = bearer ? readAccessToken() : null;
  const account = token && accountOf(token);
  if (method !== 'GET' && shownAccount !== undefined && account && account !== shownAccount) {
    throw new ApiError(409, 'ACCOUNT_CHANGED', 'Somebody else has signed in in this browser');
  }
  return token;
}

let refreshing: Promise<void> | null = null;

/**
 * Trades the refresh token for a new session, one call at a time in all tabs: whoever comes while one is under way
 * shares its answer.
 * @param spent the access token that no longer works
 */
export function refreshSession(spent = readAccessToken()): Promise<void> {
  refreshing ??= oneTabAtATime(() => renew(spent)).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** Browsers without Web Locks go on unguarded: the server answers a repeat within seconds with the same session. */
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator) || !navigator.locks) return work();
  // A tab that the system has put to sleep may keep the lock; nobody waits for it longer than for the server.
  const signal = AbortSignal.timeout(timeOutMs);
  return navigator.locks.request('refresh-session', { signal }, work).catch((error: unknown) => {
    throw error instanceof ApiError ? error : new ApiError(408, 'REQUEST_TIMEOUT', 'Request timeout');
  });
}

async function renew(spent: string | null): Promise<void> {
  // Another tab was quicker.
  if (readAccessToken() !== spent && accessTokenIsFresh()) return;
  const refreshToken = readRefreshToken();
  if (!refreshToken) throw new ApiError(401, 'NO_REFRESH_TOKEN', 'No refresh token available');
  const formatProblem = 'Invalid refresh token response format';
  try {
    const body = { refresh_token: refreshToken };
    const session = await send<Session | null>('/api/auth/refresh', {
      method: 'POST',
      body,
      envelopeOr: formatProblem,
    });
    if (!session?.accessToken) throw new ApiError(500, 'INVALID_RESPONSE', formatProblem);
    // Signed out while the answer was on its way.
    if (readRefreshToken() === refreshToken) storeTokens(session);
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

async function send<T>(path: string, options: CallOptions, token: string | null = null): Promise<T> {
  const { method = 'GET', query, body, fresh, signal, fallback, envelopeOr } = options;
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  // To another origin it would cost each read a question before it.
  if (apiBase === '') headers.traceparent = newTrace();
  const reached = await reach(`${apiBase}${path}${queryString(query)}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: fresh ? 'no-cache' : undefined,
    signal,
  });
  const { ok, answer } = reached;
  if (!ok || (isRecord(answer) && answer.success === false)) throw problem(reached, fallback);
  if (isRecord(answer) && answer.success === true && 'data' in answer) return answer.data as T;
  if (envelopeOr) throw new ApiError(500, 'INVALID_RESPONSE', envelopeOr);
  return answer as T;
}

interface Reached {
  ok: boolean;
  status: number;
  answer: unknown;
  retryAfter: number | null;
  reference: string | null;
}

async function reach(url: string, init: RequestInit): Promise<Reached> {
  const timeOut = AbortSignal.timeout(timeOutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeOut]) : timeOut;
  try {
    const response = await fetch(url, { ...init, signal });
    const retryAfter = Number(response.headers.get('retry-after')) || null;
    const reference = response.headers.get('x-trace-id');
    return { ok: response.ok, status: response.status, answer: parsed(await response.text()), retryAfter, reference };
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function problem(
  { status, answer, retryAfter, reference }: Reached,
  fallback = `Request failed with status ${status}`,
): ApiError {
  const body = isRecord(answer) ? answer : {};
  const inner = isRecord(body.error) ? body.error : {};
  const text = [inner.message, body.message].find((value) => typeof value === 'string');
  const code = [inner.code, body.code].find((value) => typeof value === 'string');
  const details = Array.isArray(inner.details) ? (inner.details as FieldProblem[]) : [];
  const challenge = typeof inner.challenge === 'string' ? inner.challenge : null;
  // The guard of the screens leads to where it is set up.
  if (code === 'SECOND_FACTOR_MISSING') window.dispatchEvent(new Event('second-factor-missing'));
  return new ApiError(status, code ?? `HTTP_${status}`, text ?? fallback, details, retryAfter, reference, challenge);
}

export function queryString(query: CallOptions['query']): string {
  const entries = Object.entries(query ?? {}).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return entries.length ? `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}` : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
