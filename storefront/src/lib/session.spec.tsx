import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { onlineManager, useMutation, useQuery } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { lina, openScreen, playApi, session } from '../../test/screen';
import { accounts } from '../api/calls';
import { ApiError } from '../api/api-error';
import { clearTokens, readAccessToken, storeTokens } from '../api/tokens';
import { useSession } from './session';

function WhoAmI() {
  const { user, error, isEmailVerified } = useSession();
  return (
    <p>
      {user?.email ?? 'nobody'} {user && !isEmailVerified && 'unconfirmed but '}
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
  expect(await screen.findByText(/^nobody/)).toBeTruthy();
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
  expect(await screen.findByText(/^nobody in trouble/)).toBeTruthy();
  expect(calls.map(({ path }) => path)).toEqual(['/api/auth/profile', '/api/auth/refresh', '/api/auth/profile']);
  const stored = ['access_token', 'auth_token', 'refresh_token', 'token_expires_at'].map((key) =>
    localStorage.getItem(key),
  );
  expect(stored).toEqual([null, null, null, null]);
});

it('sends no request without a signed-in user', async () => {
  const calls = playApi({});
  await openScreen(<WhoAmI />);
  expect(await screen.findByText('nobody fine')).toBeTruthy();
  expect(calls).toEqual([]);
});

it('ends here when it ends in another tab', async () => {
  await signedIn();
  clearTokens();
  await otherTab(null);
  expect(await screen.findByText('nobody fine')).toBeTruthy();
});

it('is requested again when the page comes from the back/forward cache', async () => {
  await signedIn();
  clearTokens();
  act(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect(await screen.findByText('nobody fine')).toBeTruthy();
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

const tokenOf = (id: string) => `e30.${btoa(JSON.stringify({ sub: id }))}.signature`;
const signInElsewhere = (id: string) => storeTokens({ accessToken: tokenOf(id), refreshToken: id, expiresIn: 900 });

it('does not combine a response with the tokens of a user account signed in before it arrived', async () => {
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

function LanguageChoice() {
  // As in most forms: a change of the session renders it again.
  useSession();
  const choice = useMutation({ mutationFn: () => accounts.chooseLanguage('de') });
  return (
    <button type="button" onClick={() => choice.mutate()}>
      {choice.isPaused ? 'waits for the connection' : choice.error instanceof ApiError ? choice.error.code : 'choose'}
    </button>
  );
}

async function openChoice(who = 'lina@example.com') {
  await openScreen(
    <>
      <WhoAmI />
      <LanguageChoice />
    </>,
  );
  expect(await screen.findByText(`${who} fine`)).toBeTruthy();
}

it.each(['u1', undefined])('writes nothing for a user account signed in in another tab (here %s)', async (here) => {
  if (here) signInElsewhere(here);
  const calls = playApi({ '/api/auth/profile': () => ({ data: lina }), '/api/users/language': () => ({ data: {} }) });
  await openChoice(here ? 'lina@example.com' : 'nobody');
  signInElsewhere('u2');
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('ACCOUNT_CHANGED')).toBeTruthy();
  expect(calls.map(({ path }) => path)).not.toContain('/api/users/language');
});

it('writes nothing that waited for the connection for another user account signed in meanwhile', async () => {
  signInElsewhere('u1');
  const calls = playApi({ '/api/auth/profile': () => ({ data: lina }), '/api/users/language': () => ({ data: {} }) });
  await openChoice();
  act(() => onlineManager.setOnline(false));
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('waits for the connection')).toBeTruthy();
  signInElsewhere('u2');
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByText('ACCOUNT_CHANGED')).toBeTruthy();
  expect(calls.map(({ path }) => path)).not.toContain('/api/users/language');
});

it('writes nothing as a guest after a sign-out in another tab', async () => {
  signInElsewhere('u1');
  const calls = playApi({ '/api/auth/profile': () => ({ data: lina }), '/api/users/language': () => ({ data: {} }) });
  await openChoice();
  clearTokens();
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('ACCOUNT_CHANGED')).toBeTruthy();
  expect(calls.map(({ path }) => path)).not.toContain('/api/users/language');
});

it('writes nothing for a user account signed in in another tab while the token is refreshed', async () => {
  storeTokens({ accessToken: tokenOf('u1'), refreshToken: 'u1', expiresIn: 900 });
  const mara = { ...lina, id: 'u2', email: 'mara@example.com' };
  let account = lina;
  const calls = playApi({
    '/api/auth/profile': () => ({ data: account }),
    '/api/auth/refresh': async () => {
      account = mara;
      signInElsewhere('u2');
      await otherTab(tokenOf('u2'));
      await screen.findByText('mara@example.com fine');
      return { data: session(tokenOf('u1')) };
    },
    '/api/users/language': () => ({ data: {} }),
  });
  await openChoice();
  localStorage.setItem('token_expires_at', '0');
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('ACCOUNT_CHANGED')).toBeTruthy();
  expect(calls.map(({ path }) => path)).not.toContain('/api/users/language');
});

it.each([null, 'u2'])('refuses a waiting write of one user after the tab shows another (%s)', async (next) => {
  signInElsewhere('u1');
  let account = lina;
  const calls = playApi({
    '/api/auth/profile': () => ({ data: account }),
    '/api/users/language': () => ({ data: {} }),
  });
  await openChoice();
  act(() => onlineManager.setOnline(false));
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('waits for the connection')).toBeTruthy();
  account = { ...lina, id: 'u2', email: 'mara@example.com' };
  if (next) signInElsewhere(next);
  else clearTokens();
  await otherTab(next && tokenOf(next));
  expect(await screen.findByText(next ? 'mara@example.com fine' : 'nobody fine')).toBeTruthy();
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByText('ACCOUNT_CHANGED')).toBeTruthy();
  expect(calls.map(({ path }) => path)).not.toContain('/api/users/language');
});

it('repeats a refused write only for the user account sent it', async () => {
  signInElsewhere('u1');
  const calls = playApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/users/language': () => {
      signInElsewhere('u2');
      return { status: 401, error: { code: 'UNAUTHENTICATED', message: 'Sign in' } };
    },
  });
  await openChoice();
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('ACCOUNT_CHANGED')).toBeTruthy();
  expect(calls.filter(({ path }) => path === '/api/users/language')).toHaveLength(1);
});

function GuestsForm({ send }: { send: () => Promise<unknown> }) {
  const form = useMutation({ mutationFn: send });
  return (
    <button type="button" onClick={() => form.mutate()}>
      {form.isPaused ? 'waits for the connection' : form.status}
    </button>
  );
}

it('of a guest keeps the writes that wait for a connection', async () => {
  playApi({});
  let sent = 0;
  await openScreen(<GuestsForm send={() => Promise.resolve((sent += 1))} />);
  act(() => onlineManager.setOnline(false));
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('waits for the connection')).toBeTruthy();
  // As when the connection returns and no user is signed in.
  act(() => window.dispatchEvent(new Event('session-ended')));
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByText('success')).toBeTruthy();
  expect(sent).toBe(1);
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
  expect(await screen.findByText('nobody fine')).toBeTruthy();
  expect(readAccessToken()).toBeNull();
});
