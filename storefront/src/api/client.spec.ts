import { beforeEach, describe, expect, it, vi } from 'vitest';
import { playApi, session } from '../../test/screen';
import { accounts, patterns, purchases } from './calls';
import { ApiError, call, refreshSession } from './client';
import { readAccessToken, storeTokens } from './tokens';

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  );

describe('a call', () => {
  it('answers the data of a success envelope', async () => {
    playApi({ '/api/x': () => ({ data: { n: 1 } }) });
    expect(await call('/api/x')).toEqual({ n: 1 });
  });

  it('raises the server’s message, status, code and fields', async () => {
    const details = [{ field: 'email', message: 'must be an email' }];
    playApi({
      '/api/x': () => ({ status: 400, error: { code: 'VALIDATION_FAILED', message: 'Check the fields', details } }),
    });
    expect(await failure(call('/api/x'))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      message: 'Check the fields',
      details,
    });
  });

  it('says that the server was not reached', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await failure(call('/api/x'))).toMatchObject({
      status: 0,
      message: 'Network error: Unable to connect to server',
    });
  });

  it('gives up after ten seconds', async () => {
    const timeOut = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeOut.signal);
    globalThis.fetch = (_input, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
      );
    const answer = failure(call('/api/x'));
    timeOut.abort(new DOMException('late', 'TimeoutError'));
    expect(await answer).toMatchObject({ status: 408, message: 'Request timeout' });
    expect(AbortSignal.timeout).toHaveBeenCalledWith(10_000);
  });

  it('leaves empty filters out of the address', async () => {
    let address = '';
    globalThis.fetch = async (input) => {
      address = String(input);
      return Response.json({ success: true, data: {} });
    };
    await patterns.list({ search: '', category: undefined, page: 2 }, 'de');
    expect(address).toBe('/api/patterns?page=2&lang=de');
  });
});

describe('a session', () => {
  beforeEach(() => storeTokens({ accessToken: 'old', refreshToken: 'refresh', expiresIn: 900 }));

  it('is refreshed once, however many calls find it expired', async () => {
    const calls = playApi({
      '/api/auth/refresh': () => ({ data: session('new') }),
      '/api/users/purchases': () =>
        readAccessToken() === 'new'
          ? { data: { purchases: [] } }
          : { status: 401, error: { code: 'UNAUTHENTICATED', message: 'Sign in' } },
    });
    expect(await Promise.all([purchases.list('de'), purchases.list('de'), purchases.list('de')])).toEqual([[], [], []]);
    expect(calls.filter(({ path }) => path === '/api/auth/refresh')).toHaveLength(1);
  });

  it('ends when the refresh is refused', async () => {
    playApi({
      '/api/auth/refresh': () => ({ status: 401, error: { code: 'INVALID_REFRESH_TOKEN', message: 'Invalid' } }),
    });
    await failure(refreshSession());
    expect(readAccessToken()).toBeNull();
  });

  it('survives a lost connection', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await failure(refreshSession());
    expect(readAccessToken()).toBe('old');
  });

  it('cannot be refreshed without a refresh token', async () => {
    localStorage.clear();
    expect(await failure(refreshSession())).toMatchObject({ status: 401, message: 'No refresh token available' });
  });

  it('keeps its tokens under the documented keys', async () => {
    playApi({ '/api/auth/login': () => ({ data: session('fresh') }) });
    await accounts.signIn('lina@example.com', 'Passwort1');
    expect(localStorage.getItem('access_token')).toBe('fresh');
    expect(localStorage.getItem('auth_token')).toBe('fresh');
    expect(localStorage.getItem('refresh_token')).toBe('refresh');
    expect(Number(localStorage.getItem('token_expires_at'))).toBeGreaterThan(Date.now() + 890_000);
  });

  it('does not begin with an answer that carries none', async () => {
    playApi({ '/api/auth/login': () => ({ data: null }) });
    expect(await failure(accounts.signIn('a@b.de', 'x'))).toMatchObject({
      status: 500,
      message: 'Invalid login response format',
    });
  });
});
