import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, mockFetch, session } from '../../test/screen';
import { account, passwordReset } from './account';
import { ownAccount, patterns } from './calls';
import { purchases } from './purchases';
import { signIns } from './account';
import { ApiError } from './api-error';
import { api, setApiBase } from './client';
import { refreshSession } from './session';
import { accessTokenIsFresh, clearTokens, readAccessToken, storeTokens } from './tokens';

const catchError = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  );

describe('the API client', () => {
  it('returns the data of a success envelope', async () => {
    fakeApi({ '/api/designer': () => ({ data: { n: 1 } }) });
    expect(await api.get('/api/designer')).toEqual({ n: 1 });
  });

  it('throws an error with the server’s message, status, code and fields', async () => {
    const details = [{ field: 'email', message: 'must be an email' }];
    fakeApi({
      '/api/designer': () => ({
        status: 400,
        error: { code: 'VALIDATION_FAILED', message: 'Check the fields', details },
      }),
    });
    expect(await catchError(api.get('/api/designer'))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      message: 'Check the fields',
      details,
    });
  });

  it('throws a network error when the server was not reached', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await catchError(api.get('/api/designer'))).toMatchObject({
      status: 0,
      message: 'Network error: Unable to connect to server',
    });
  });

  it('throws a network error that contains the message of an unexpected fetch error, if there is a message', async () => {
    globalThis.fetch = () => Promise.reject(new Error('certificate has expired'));
    expect(await catchError(api.get('/api/designer'))).toMatchObject({
      status: 0,
      message: 'Network error: certificate has expired',
    });
    // oxlint-disable-next-line prefer-promise-reject-errors -- a library can throw any value
    globalThis.fetch = () => Promise.reject('odd');
    expect(await catchError(api.get('/api/designer'))).toMatchObject({ status: 0, message: 'Unknown network error' });
  });

  it('sends a new traceparent with each request to the page’s origin, but not to another origin', async () => {
    const sent: (string | null)[] = [];
    mockFetch((request) => {
      sent.push(request.headers.get('traceparent'));
      return Response.json({ success: true, data: {} });
    });
    await api.get('/api/designer');
    await api.get('/api/designer');
    setApiBase('https://api.shop.test');
    await api.get('/api/designer');
    setApiBase('');
    expect(sent[0]).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
    expect(sent[1]!.slice(3, 35)).not.toBe(sent[0]!.slice(3, 35));
    expect(sent[2]).toBeNull();
  });

  it('throws an error when the envelope reports a failure, even with status 200', async () => {
    globalThis.fetch = async () => Response.json({ success: false, code: 'NO', message: 'Not today' });
    expect(await catchError(api.get('/api/designer'))).toMatchObject({ code: 'NO', message: 'Not today' });
  });

  it('sends the access token with requests for the account, but not with requests that visitors can send too', async () => {
    storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
    const sent: Record<string, string | null> = {};
    mockFetch((request) => {
      sent[new URL(request.url).pathname] = request.headers.get('Authorization');
      return Response.json({ success: true, data: session() });
    });
    await ownAccount.profile();
    await signIns.withPassword('lina@example.com', 'Passwort1');
    await refreshSession();
    await account.verifyEmail('token');
    await passwordReset.request('lina@example.com');
    expect(sent).toEqual({
      '/api/auth/profile': 'Bearer access',
      '/api/auth/login': null,
      '/api/auth/refresh': null,
      '/api/auth/verify-email': null,
      '/api/password-reset/request': null,
    });
  });

  it.each([
    ['Login failed', () => signIns.withPassword('lina@example.com', 'x')],
    ['Registration failed', () => signIns.register({} as never)],
    ['Failed to refresh user data', () => ownAccount.profile()],
    ['Profile update failed', () => account.update({ username: 'lina' })],
    ['Password change failed', () => account.changePassword('a', 'b')],
    ['Password reset request failed', () => passwordReset.request('lina@example.com')],
    ['Password reset failed', () => passwordReset.confirm('token', 'b')],
    ['Failed to fetch patterns', () => patterns.list({}, 'en')],
    ['Failed to fetch pattern', () => patterns.get('p1', 'en')],
    ['Failed to create payment', () => purchases.start({} as never)],
  ])('throws the fallback message “%s” when the response is not from the API', async (message, send) => {
    globalThis.fetch = async () => new Response('<html>Bad gateway</html>', { status: 502 });
    expect(await catchError(send())).toMatchObject({ status: 502, message });
  });

  it('throws an error with status 408 when the server does not respond within ten seconds', async () => {
    const timeout = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    const fetched = vi.fn<typeof fetch>(
      (_input, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
        ),
    );
    globalThis.fetch = fetched;
    const response = catchError(api.get('/api/designer'));
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
    timeout.abort(new DOMException('late', 'TimeoutError'));
    expect(await response).toMatchObject({ status: 408, message: 'Request timeout' });
    expect(AbortSignal.timeout).toHaveBeenCalledWith(10_000);
  });

  it('throws an AbortError when the screen aborts the request', async () => {
    globalThis.fetch = async (_input, init) => {
      init?.signal?.throwIfAborted();
      return Response.json({ success: true, data: {} });
    };
    expect(await catchError(patterns.get('p1', 'de', AbortSignal.abort()))).toMatchObject({ name: 'AbortError' });
  });

  it('returns undefined when a captive portal responds with its sign-in page', async () => {
    globalThis.fetch = async () => new Response('<html>Welcome</html>', { headers: { 'content-length': '20' } });
    expect(await api.get('/api/designer')).toBeUndefined();
  });

  it('omits empty filters from the URL', async () => {
    let address = '';
    mockFetch(({ url }) => {
      address = url.slice(location.origin.length);
      return Response.json({ success: true, data: {} });
    });
    await patterns.list({ search: '', category: undefined, page: 2 }, 'de');
    expect(address).toBe('/api/patterns?page=2&lang=de');
  });
});

describe('the session', () => {
  beforeEach(() => storeTokens({ accessToken: 'old', refreshToken: 'refresh', expiresIn: 900 }));

  it('is refreshed once when several requests fail because the access token has expired', async () => {
    const calls = fakeApi({
      '/api/auth/refresh': () => ({ data: session('new') }),
      '/api/users/purchases': () =>
        readAccessToken() === 'new'
          ? { data: { purchases: [] } }
          : { status: 401, error: { code: 'UNAUTHENTICATED', message: 'Sign in' } },
    });
    expect(await Promise.all([purchases.list('de'), purchases.list('de'), purchases.list('de')])).toEqual([[], [], []]);
    expect(calls.filter(({ path }) => path === '/api/auth/refresh')).toHaveLength(1);
  });

  it('is refreshed when a form submission gets a 401, and the submission is repeated with the new token', async () => {
    const sent: [string | null, string][] = [];
    mockFetch(async (request) => {
      if (request.url.endsWith('/refresh')) return Response.json({ success: true, data: session('new') });
      const token = request.headers.get('authorization');
      sent.push([token, await request.text()]);
      return token === 'Bearer new'
        ? Response.json({ success: true, data: {} })
        : Response.json({ success: false, code: 'UNAUTHENTICATED', message: 'Sign in' }, { status: 401 });
    });
    await account.update({ username: 'lina' });
    expect(sent).toEqual([
      ['Bearer old', '{"username":"lina"}'],
      ['Bearer new', '{"username":"lina"}'],
    ]);
  });

  it('ends when the server refuses the refresh', async () => {
    fakeApi({
      '/api/auth/refresh': () => ({ status: 401, error: { code: 'INVALID_REFRESH_TOKEN', message: 'Invalid' } }),
    });
    await catchError(refreshSession());
    expect(readAccessToken()).toBeNull();
  });

  it('is kept when the refresh cannot reach the server', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await catchError(refreshSession());
    expect(readAccessToken()).toBe('old');
  });

  it('cannot be refreshed without a refresh token', async () => {
    localStorage.clear();
    expect(await catchError(refreshSession())).toMatchObject({ status: 401, message: 'No refresh token available' });
  });

  it('stores its tokens in local storage', async () => {
    fakeApi({ '/api/auth/login': () => ({ data: session('fresh') }) });
    await signIns.withPassword('lina@example.com', 'Passwort1');
    expect(localStorage.getItem('access_token')).toBe('fresh');
    expect(localStorage.getItem('auth_token')).toBe('fresh');
    expect(localStorage.getItem('refresh_token')).toBe('refresh');
    expect(Number(localStorage.getItem('token_expires_at'))).toBeGreaterThan(Date.now() + 890_000);
  });

  it.each([
    ['Invalid login response format', () => signIns.withPassword('a@b.de', 'x')],
    ['Invalid registration response format', () => signIns.register({} as never)],
    ['Invalid refresh token response format', () => refreshSession()],
  ])('is not replaced when the response has no envelope or no data in the envelope: %s', async (message, start) => {
    for (const response of [{ success: true, data: null }, { success: true }, session('bare'), 'text']) {
      globalThis.fetch = async () => Response.json(response);
      expect(await catchError(start())).toMatchObject({ status: 500, message });
      expect(readAccessToken()).toBe('old');
    }
  });

  it('is not refreshed again when another tab has already refreshed it', async () => {
    const calls = fakeApi({
      '/api/users/purchases': () => {
        if (readAccessToken() === 'new') return { data: { purchases: [] } };
        storeTokens({ accessToken: 'new', refreshToken: 'next', expiresIn: 900 });
        return { status: 401, error: { code: 'UNAUTHENTICATED', message: 'Sign in' } };
      },
    });
    expect(await purchases.list('de')).toEqual([]);
    expect(calls.map(({ path }) => path)).toEqual(['/api/users/purchases', '/api/users/purchases']);
  });

  it('stays ended when the user signs out during the refresh', async () => {
    fakeApi({
      '/api/auth/refresh': () => {
        clearTokens();
        return { data: session('late') };
      },
    });
    await refreshSession();
    expect(readAccessToken()).toBeNull();
  });

  it('counts as expired when no expiry is stored', () => {
    expect(accessTokenIsFresh()).toBe(true);
    localStorage.removeItem('token_expires_at');
    expect(accessTokenIsFresh()).toBe(false);
  });
});
