import { act, screen, waitFor } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { lina, openScreen, playApi, session } from '../../test/screen';
import { accounts } from '../api/calls';
import { clearTokens, readAccessToken, storeTokens } from '../api/tokens';
import { useSession } from './session';

function WhoAmI() {
  const { user, error, isEmailVerified } = useSession();
  return (
    <p>
      {user?.email ?? 'a guest'} {user && !isEmailVerified && 'unconfirmed but '}
      {error ? 'in trouble' : 'fine'}
    </p>
  );
}

const profile = (status: number) =>
  playApi({ '/api/auth/profile': () => ({ status, error: { code: 'TROUBLE', message: 'later' } }) });

async function signedIn() {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  playApi({ '/api/auth/profile': () => ({ data: lina }) });
  await openScreen(<WhoAmI />);
  expect(await screen.findByText('lina@example.com fine')).toBeTruthy();
}

it.each([503, 500, 429, 404])('keeps the session after a response of %i', async (status) => {
  await signedIn();
  profile(status);
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('lina@example.com in trouble')).toBeTruthy();
  expect(localStorage.getItem('access_token')).toBe('access');
});

it('ends after a refusal', async () => {
  await signedIn();
  profile(403);
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText(/^a guest/)).toBeTruthy();
  await waitFor(() => expect(localStorage.getItem('access_token')).toBeNull());
});

const expired = () => storeTokens({ accessToken: 'old', refreshToken: 'refresh', expiresIn: -1 });
const otherTab = (newValue: string | null) =>
  act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue })));

it('starts with one refresh when the token has expired, and then requests the profile', async () => {
  expired();
  const calls = playApi({
    '/api/auth/refresh': () => ({ data: session('new') }),
    '/api/auth/profile': () => ({ data: lina }),
  });
  await openScreen(<WhoAmI />);
  expect(await screen.findByText('lina@example.com fine')).toBeTruthy();
  expect(calls.map(({ path }) => path)).toEqual(['/api/auth/refresh', '/api/auth/profile']);
});

it('starts with one refresh when the server refuses the token, and signs out after a second refusal', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'refresh', expiresIn: 900 });
  const calls = playApi({
    '/api/auth/refresh': () => ({ data: session('new') }),
    '/api/auth/profile': () => ({ status: 401, error: { code: 'UNAUTHENTICATED', message: 'Sign in' } }),
  });
  await openScreen(<WhoAmI />);
  expect(await screen.findByText(/^a guest in trouble/)).toBeTruthy();
  expect(calls.map(({ path }) => path)).toEqual(['/api/auth/profile', '/api/auth/refresh', '/api/auth/profile']);
  const stored = ['access_token', 'auth_token', 'refresh_token', 'token_expires_at'].map((key) =>
    localStorage.getItem(key),
  );
  expect(stored).toEqual([null, null, null, null]);
});

it('sends no request without a signed-in user', async () => {
  const calls = playApi({});
  await openScreen(<WhoAmI />);
  expect(await screen.findByText('a guest fine')).toBeTruthy();
  expect(calls).toEqual([]);
});

it('ends here when it ends in another tab', async () => {
  await signedIn();
  clearTokens();
  await otherTab(null);
  expect(await screen.findByText('a guest fine')).toBeTruthy();
});

it('is requested again when the page comes from the back/forward cache', async () => {
  await signedIn();
  clearTokens();
  act(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect(await screen.findByText('a guest fine')).toBeTruthy();
});

it('detects an address that was confirmed elsewhere, and then stops the requests', async () => {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  let account = { ...lina, is_verified: false, emailVerified: false };
  const calls = playApi({ '/api/auth/profile': () => ({ data: account }) });
  await openScreen(<WhoAmI />);
  expect(await screen.findByText('lina@example.com unconfirmed but fine')).toBeTruthy();
  account = lina;
  const comeBack = () => act(() => document.dispatchEvent(new Event('visibilitychange')));
  comeBack();
  expect(await screen.findByText('lina@example.com fine')).toBeTruthy();
  comeBack();
  expect(calls).toHaveLength(2);
});

function Mine() {
  const { data } = useQuery({ queryKey: ['mine', 'x'], queryFn: () => accounts.profile(), staleTime: Infinity });
  return <p>data of {data?.username}</p>;
}

it('removes the data of one user when another tab signs in another user', async () => {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  let account = lina;
  playApi({ '/api/auth/profile': () => ({ data: account }) });
  await openScreen(
    <>
      <WhoAmI />
      <Mine />
    </>,
  );
  expect(await screen.findByText('data of lina')).toBeTruthy();
  account = { ...lina, id: 'u2', username: 'mara', email: 'mara@example.com' };
  storeTokens({ accessToken: 'hers', refreshToken: 'hers', expiresIn: 900 });
  await otherTab('hers');
  expect(await screen.findByText('mara@example.com fine')).toBeTruthy();
  expect(await screen.findByText('data of mara')).toBeTruthy();
});

const tokenFor = (id: string) => `e30.${btoa(JSON.stringify({ sub: id }))}.signature`;
const signInElsewhere = (id: string) => storeTokens({ accessToken: tokenFor(id), refreshToken: id, expiresIn: 900 });

it('does not combine a response with the tokens of a user who signed in before it arrived', async () => {
  signInElsewhere('u1');
  const mara = { ...lina, id: 'u2', email: 'mara@example.com' };
  const calls = playApi({
    '/api/auth/profile': () => {
      if (calls.length > 1) return { data: mara };
      signInElsewhere('u2');
      return { data: lina };
    },
  });
  const seen: string[] = [];
  function Watch() {
    const { user } = useSession();
    useEffect(() => {
      if (user) seen.push(user.email);
    }, [user]);
    return <WhoAmI />;
  }
  await openScreen(<Watch />);
  expect(await screen.findByText('mara@example.com fine')).toBeTruthy();
  // React runs the effect after it has shown the text.
  await vi.waitFor(() => expect(seen).toEqual(['mara@example.com']));
});

function Leave() {
  const { signOut } = useSession();
  return (
    <button type="button" onClick={signOut}>
      leave
    </button>
  );
}

it('ends on signing out, even when the server does not respond', async () => {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  playApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/auth/logout': () => ({ status: 503, error: { code: 'UNAVAILABLE', message: 'later' } }),
  });
  await openScreen(
    <>
      <WhoAmI />
      <Leave />
    </>,
  );
  await screen.findByText('lina@example.com fine');
  await userEvent.click(screen.getByRole('button', { name: 'leave' }));
  expect(await screen.findByText('a guest fine')).toBeTruthy();
  expect(readAccessToken()).toBeNull();
});
