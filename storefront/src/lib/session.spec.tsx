import { act, screen, waitFor } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { lina, openScreen, fakeApi, session } from '../../test/screen';
import { ownAccount } from '../api/calls';
import { clearTokens, readAccessToken, storeTokens } from '../api/tokens';
import { useSession } from './session';

function CurrentUser() {
  const { user, error, isEmailVerified } = useSession();
  return (
    <p>
      {user?.email ?? 'a guest'} {user && !isEmailVerified && 'unverified, '}
      {error ? 'error' : 'ok'}
    </p>
  );
}

const failProfile = (status: number) =>
  fakeApi({ '/api/auth/profile': () => ({ status, error: { code: 'TROUBLE', message: 'later' } }) });

async function openSignedIn() {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  fakeApi({ '/api/auth/profile': () => ({ data: lina }) });
  await openScreen(<CurrentUser />);
  expect(await screen.findByText('lina@example.com ok')).toBeTruthy();
}

it.each([503, 500, 429, 404])('the session stays when the account fails to load with status %i', async (status) => {
  await openSignedIn();
  failProfile(status);
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('lina@example.com error')).toBeTruthy();
  expect(localStorage.getItem('access_token')).toBe('access');
});

it('the session ends when the account fails to load with status 403', async () => {
  await openSignedIn();
  failProfile(403);
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText(/^a guest/)).toBeTruthy();
  await waitFor(() => expect(localStorage.getItem('access_token')).toBeNull());
});

const storeExpiredTokens = () => storeTokens({ accessToken: 'old', refreshToken: 'refresh', expiresIn: -1 });
const fireTokenChange = (newValue: string | null) =>
  act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue })));

it('the tab refreshes an expired token once before it loads the user', async () => {
  storeExpiredTokens();
  const calls = fakeApi({
    '/api/auth/refresh': () => ({ data: session('new') }),
    '/api/auth/profile': () => ({ data: lina }),
  });
  await openScreen(<CurrentUser />);
  expect(await screen.findByText('lina@example.com ok')).toBeTruthy();
  expect(calls.map(({ path }) => path)).toEqual(['/api/auth/refresh', '/api/auth/profile']);
});

it('the tab refreshes a refused token once, and signs out after a second refusal', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'refresh', expiresIn: 900 });
  const calls = fakeApi({
    '/api/auth/refresh': () => ({ data: session('new') }),
    '/api/auth/profile': () => ({ status: 401, error: { code: 'UNAUTHENTICATED', message: 'Sign in' } }),
  });
  await openScreen(<CurrentUser />);
  expect(await screen.findByText(/^a guest error/)).toBeTruthy();
  expect(calls.map(({ path }) => path)).toEqual(['/api/auth/profile', '/api/auth/refresh', '/api/auth/profile']);
  const stored = ['access_token', 'auth_token', 'refresh_token', 'token_expires_at'].map((key) =>
    localStorage.getItem(key),
  );
  expect(stored).toEqual([null, null, null, null]);
});

it('the tab sends no request without a stored session', async () => {
  const calls = fakeApi({});
  await openScreen(<CurrentUser />);
  expect(await screen.findByText('a guest ok')).toBeTruthy();
  expect(calls).toEqual([]);
});

it('the tab signs out when another tab signs out', async () => {
  await openSignedIn();
  clearTokens();
  await fireTokenChange(null);
  expect(await screen.findByText('a guest ok')).toBeTruthy();
});

it('the tab checks the session again when the page comes from the back/forward cache', async () => {
  await openSignedIn();
  clearTokens();
  act(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect(await screen.findByText('a guest ok')).toBeTruthy();
});

it('the tab detects a verified address when the user returns to the tab, and then sends no more requests', async () => {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  let account = { ...lina, is_verified: false, emailVerified: false };
  const calls = fakeApi({ '/api/auth/profile': () => ({ data: account }) });
  await openScreen(<CurrentUser />);
  expect(await screen.findByText('lina@example.com unverified, ok')).toBeTruthy();
  account = lina;
  const returnToTab = () => act(() => document.dispatchEvent(new Event('visibilitychange')));
  returnToTab();
  expect(await screen.findByText('lina@example.com ok')).toBeTruthy();
  returnToTab();
  expect(calls).toHaveLength(2);
});

function PrivateData() {
  const { data } = useQuery({ queryKey: ['mine', 'x'], queryFn: () => ownAccount.profile(), staleTime: Infinity });
  return <p>data of {data?.username}</p>;
}

it('the tab replaces the data of the user when another tab signs in another user', async () => {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  let account = lina;
  fakeApi({ '/api/auth/profile': () => ({ data: account }) });
  await openScreen(
    <>
      <CurrentUser />
      <PrivateData />
    </>,
  );
  expect(await screen.findByText('data of lina')).toBeTruthy();
  account = { ...lina, id: 'u2', username: 'mara', email: 'mara@example.com' };
  storeTokens({ accessToken: 'other', refreshToken: 'other', expiresIn: 900 });
  await fireTokenChange('other');
  expect(await screen.findByText('mara@example.com ok')).toBeTruthy();
  expect(await screen.findByText('data of mara')).toBeTruthy();
});

const tokenFor = (id: string) => `e30.${btoa(JSON.stringify({ sub: id }))}.signature`;
const storeTokensFor = (id: string) => storeTokens({ accessToken: tokenFor(id), refreshToken: id, expiresIn: 900 });

it('the tab ignores the response for a user when another user has signed in before the response arrived', async () => {
  storeTokensFor('u1');
  const mara = { ...lina, id: 'u2', email: 'mara@example.com' };
  const calls = fakeApi({
    '/api/auth/profile': () => {
      if (calls.length > 1) return { data: mara };
      storeTokensFor('u2');
      return { data: lina };
    },
  });
  const shownUsers: string[] = [];
  function UserRecorder() {
    const { user } = useSession();
    useEffect(() => {
      if (user) shownUsers.push(user.email);
    }, [user]);
    return <CurrentUser />;
  }
  await openScreen(<UserRecorder />);
  expect(await screen.findByText('mara@example.com ok')).toBeTruthy();
  // React runs the effect after it has rendered the text.
  await vi.waitFor(() => expect(shownUsers).toEqual(['mara@example.com']));
});

function SignOutButton() {
  const { signOut } = useSession();
  return (
    <button type="button" onClick={signOut}>
      Sign out
    </button>
  );
}

it('the tab signs out even when the sign-out request fails', async () => {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  fakeApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/auth/logout': () => ({ status: 503, error: { code: 'UNAVAILABLE', message: 'later' } }),
  });
  await openScreen(
    <>
      <CurrentUser />
      <SignOutButton />
    </>,
  );
  await screen.findByText('lina@example.com ok');
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('a guest ok')).toBeTruthy();
  expect(readAccessToken()).toBeNull();
});
