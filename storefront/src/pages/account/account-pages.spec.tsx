import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StrictMode } from 'react';
import { lina, openScreen, fakeApi } from '../../../test/screen';
import { readRefreshToken, storeTokens } from '../../api/tokens';
import { Page as AuthPage } from './auth-page';
import { Page as ForgotPage } from './forgot-password-page';
import { Page as ResetPage } from './reset-password-page';
import { Page as VerifyPage } from './verify-email-page';

afterEach(() => {
  vi.useRealTimers();
});

const storeSession = () => storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
const refusal = (status: number, code: string, message = 'no') => ({ status, error: { code, message } });
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const advance = async (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the sign-in page', () => {
  const openAt = (url: string) => openScreen(<AuthPage />, { path: url.split('?')[0]!, at: url });

  it('redirects a signed-in user to the return path', async () => {
    storeSession();
    fakeApi({ '/api/auth/profile': () => ({ data: lina }) });
    const router = await openAt('/en/auth?from=%2Fen%2Fcheckout%2Fp1');
    expect(await screen.findByText('another screen')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/en/checkout/p1');
  });

  it('redirects to the return path in the current language', async () => {
    storeSession();
    fakeApi({ '/api/auth/profile': () => ({ data: lina }) });
    const router = await openScreen(<AuthPage />, {
      path: '/login',
      at: '/login?from=%2Fen%2Fcheckout%2Fp1%3Fx%3D1%23top',
      language: 'de',
    });
    expect(await screen.findByText('another screen')).toBeTruthy();
    const { pathname, search, hash } = router.state.location;
    expect(pathname + search + hash).toBe('/checkout/p1?x=1#top');
  });

  it('redirects to the home page when the return path is on another site', async () => {
    storeSession();
    fakeApi({ '/api/auth/profile': () => ({ data: lina }) });
    const router = await openAt('/en/auth?from=https%3A%2F%2Fevil.test%2F');
    expect(await screen.findByText('another screen')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/en');
  });

  it.each([
    ['/en/auth?mode=register', 'Create account'],
    ['/en/register', 'Create account'],
    ['/en/Register', 'Create account'],
    ['/en/register/', 'Create account'],
    ['/en/auth', 'Sign in'],
    ['/en/login', 'Sign in'],
  ])('at %s has the heading “%s”', async (url, heading) => {
    fakeApi({});
    await openAt(url);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  });
});

describe('the page for a forgotten password', () => {
  const requestLink = async (email: string) => {
    if (email) await userEvent.type(screen.getByLabelText('Email address'), email);
    await click('Send the link');
  };

  it('requires an e-mail address', async () => {
    const calls = fakeApi({});
    await openScreen(<ForgotPage />);
    await requestLink('');
    expect(await screen.findByText('Please enter your email address')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('shows a message that does not reveal whether the address has an account', async () => {
    const calls = fakeApi({ '/api/password-reset/request': () => ({ data: { message: 'ok' } }) });
    await openScreen(<ForgotPage />);
    await requestLink('lina@example.com');
    expect(
      await screen.findByText(/If an account exists with that email, a password reset link has been sent\./),
    ).toBeTruthy();
    expect(calls[0]!.body).toEqual({ email: 'lina@example.com' });
  });

  it('shows an error and keeps the address when the mail could not be sent', async () => {
    fakeApi({ '/api/password-reset/request': () => refusal(500, 'INTERNAL') });
    await openScreen(<ForgotPage />);
    await requestLink('lina@example.com');
    expect(await screen.findByText('Failed to send password reset email')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('lina@example.com');
  });
});

describe('the page of a reset link', () => {
  const valid = { '/api/password-reset/validate/tok': () => ({ data: { valid: true } }) };
  const open = async (responses: Parameters<typeof fakeApi>[0], url = '/en/reset-password?token=tok') => {
    const calls = fakeApi(responses);
    const router = await openScreen(<ResetPage />, { path: '/en/reset-password', at: url });
    return { calls, router };
  };
  const submitPassword = async (password: string, confirmation = password) => {
    for (const [label, text] of [
      ['New password', password],
      ['Confirm new password', confirmation],
    ] as const) {
      await userEvent.clear(await screen.findByLabelText(label));
      if (text) await userEvent.type(screen.getByLabelText(label), text);
    }
    await click('Save password');
  };

  it('shows an error when its URL contains no token', async () => {
    const { calls } = await open({}, '/en/reset-password');
    expect(await screen.findByText('Invalid password reset link. Please request a new password reset.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/en/forgot-password');
    expect(calls).toEqual([]);
  });

  it.each(['TOKEN_INVALID', 'TOKEN_EXPIRED'])(
    'shows an error when the server refuses the token with the code %s',
    async (code) => {
      await open({ '/api/password-reset/validate/tok': () => refusal(400, code) });
      expect(
        await screen.findByText('Invalid or expired password reset link. Please request a new password reset.'),
      ).toBeTruthy();
    },
  );

  it('can check the token again after a server error', async () => {
    let isDown = true;
    await open({
      '/api/password-reset/validate/tok': () => (isDown ? refusal(503, 'UNAVAILABLE') : { data: { valid: true } }),
    });
    expect(await screen.findByText('Server error. Please try again later.')).toBeTruthy();
    isDown = false;
    await click('Try again');
    expect(await screen.findByLabelText('New password')).toBeTruthy();
  });

  it('shows all violated password rules in one message', async () => {
    const { calls } = await open(valid);
    await submitPassword('');
    expect(await screen.findByText('Please enter a new password')).toBeTruthy();
    await submitPassword('###', 'x');
    expect(
      await screen.findByText(
        'Password must be at least 6 characters long, Password must contain at least one uppercase letter, ' +
          'Password must contain at least one lowercase letter, Password must contain at least one number',
      ),
    ).toBeTruthy();
    expect(screen.getByText('Passwords do not match')).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('sets a password of six characters, signs out and redirects to the sign-in after three seconds', async () => {
    storeSession();
    const { calls, router } = await open({
      ...valid,
      '/api/auth/profile': () => ({ data: lina }),
      '/api/password-reset/confirm': () => ({ data: { message: 'ok' } }),
    });
    await screen.findByLabelText('New password');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await submitPassword('Naht12');
    expect(await screen.findByText('Your password has been changed')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')!.body).toEqual({ token: 'tok', new_password: 'Naht12' });
    expect(readRefreshToken()).toBeNull();
    expect(router.state.location.pathname).toBe('/en/reset-password');
    await advance(3000);
    expect(router.state.location.pathname).toBe('/en/login');
  });

  it.each([
    [refusal(400, 'TOKEN_EXPIRED'), 'Invalid or expired password reset link. Please request a new password reset.'],
    [refusal(500, 'INTERNAL'), 'Failed to reset password. Please try again.'],
    [refusal(422, 'UNKNOWN_CODE'), 'Password reset failed. Please try again.'],
    [refusal(429, 'TOO_MANY_REQUESTS'), 'Too many attempts. Please try again later.'],
  ])('shows the reason when the new password cannot be saved: %o', async (response, text) => {
    await open({ ...valid, '/api/password-reset/confirm': () => response });
    await submitPassword('Naht12');
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('shows a connection error when the request with the new password fails', async () => {
    await open({
      ...valid,
      '/api/password-reset/confirm': () => {
        throw new Error('no connection');
      },
    });
    await submitPassword('Naht12');
    expect(await screen.findByText('Connection error. Please check your internet connection.')).toBeTruthy();
  });
});

describe('the page of a verification link', () => {
  const open = async (responses: Parameters<typeof fakeApi>[0], url = '/en/verify-email?token=tok') => {
    const calls = fakeApi(responses);
    const router = await openScreen(
      <StrictMode>
        <VerifyPage />
      </StrictMode>,
      { path: '/en/verify-email', at: url },
    );
    return { calls, router };
  };
  const verified = { '/api/auth/verify-email': () => ({ data: { user: lina } }) };

  it('sends the token once and redirects a visitor to the sign-in after three seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { calls, router } = await open(verified);
    expect(await screen.findByText('Your email address is confirmed')).toBeTruthy();
    await advance(3000);
    expect(calls).toEqual([{ path: '/api/auth/verify-email', method: 'POST', body: { token: 'tok' } }]);
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe('/en/login?from=%2Fen%2Fverify-email%3Ftoken%3Dtok');
  });

  it.each([
    ['once', [{ data: {} }]],
    ['again after each server error', [refusal(503, 'UNAVAILABLE'), refusal(500, 'INTERNAL'), { data: {} }]],
    ['only once when the mail belongs to another account', [refusal(400, 'TOKEN_INVALID')]],
  ])('redirects a signed-in user to the account and sends the proof of the mailbox %s', async (_, responses) => {
    storeSession();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const prove = vi.fn(({ body }: { body: object }) => responses[prove.mock.calls.length - 1] ?? { data: body });
    const profile = () => ({ data: lina });
    const { router } = await open({ ...verified, '/api/auth/profile': profile, '/api/auth/prove-mailbox': prove });
    expect(await screen.findByText('You will be taken to your account in three seconds.')).toBeTruthy();
    await advance(3000);
    expect(router.state.location.pathname).toBe('/en/profile');
    await advance(60_000);
    expect(prove.mock.calls.map(([{ body }]) => body)).toEqual(responses.map(() => ({ token: 'tok' })));
  });

  it.each([
    [refusal(400, 'TOKEN_EXPIRED', 'gone'), 'This verification link has expired. You can request a new one below.'],
    [refusal(400, 'TOKEN_INVALID', 'What the server said.'), 'What the server said.'],
    [refusal(400, 'TOKEN_INVALID', ''), 'Invalid verification link. Please request a new one.'],
    [refusal(500, 'INTERNAL'), 'Failed to verify email. Please try again later.'],
  ])('shows the reason when the address cannot be verified: %o', async (response, text) => {
    await open({ '/api/auth/verify-email': () => response });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in and request a new link' }).getAttribute('href')).toBe(
      '/en/login?from=%2Fen%2Fprofile',
    );
  });

  it('shows an error when its URL contains no token', async () => {
    const { calls } = await open({}, '/en/verify-email');
    expect(
      await screen.findByText('No verification token provided. Please check your email for the verification link.'),
    ).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('lets a signed-in user request a new link when the link has expired', async () => {
    storeSession();
    await open({
      '/api/auth/profile': () => ({ data: { ...lina, is_verified: false, emailVerified: false } }),
      '/api/auth/verify-email': () => refusal(400, 'TOKEN_EXPIRED'),
      '/api/auth/resend-verification': () => ({ data: {} }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Request a new link' }));
    expect(await screen.findByText('A new link is on its way')).toBeTruthy();
  });
});
