import { act, fireEvent, screen } from '@testing-library/react';
import { onlineManager, useMutation } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { lina, openScreen, playApi, session } from '../../test/screen';
import { accounts } from '../api/calls';
import { ApiError } from '../api/api-error';
import { clearTokens, storeTokens } from '../api/tokens';
import { useSession } from './session';

function WhoAmI() {
  const { user } = useSession();
  return <p>{user?.email ?? 'a guest'} fine</p>;
}

const otherTab = (newValue: string | null) =>
  act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue })));

const tokenFor = (id: string) => `e30.${btoa(JSON.stringify({ sub: id }))}.signature`;
const signInElsewhere = (id: string) => storeTokens({ accessToken: tokenFor(id), refreshToken: id, expiresIn: 900 });

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

it.each(['u1', undefined])('refuses a write when another tab has signed in another user (here %s)', async (here) => {
  if (here) signInElsewhere(here);
  const calls = playApi({ '/api/auth/profile': () => ({ data: lina }), '/api/users/language': () => ({ data: {} }) });
  await openChoice(here ? 'lina@example.com' : 'a guest');
  signInElsewhere('u2');
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('ACCOUNT_CHANGED')).toBeTruthy();
  expect(calls.map(({ path }) => path)).not.toContain('/api/users/language');
});

it('refuses a write that waited for the connection when another user has signed in since', async () => {
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

it('refuses a write when another tab signs in another user during the refresh', async () => {
  storeTokens({ accessToken: tokenFor('u1'), refreshToken: 'u1', expiresIn: 900 });
  const mara = { ...lina, id: 'u2', email: 'mara@example.com' };
  let account = lina;
  const calls = playApi({
    '/api/auth/profile': () => ({ data: account }),
    '/api/auth/refresh': async () => {
      account = mara;
      signInElsewhere('u2');
      await otherTab(tokenFor('u2'));
      await screen.findByText('mara@example.com fine');
      return { data: session(tokenFor('u1')) };
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
  await otherTab(next && tokenFor(next));
  expect(await screen.findByText(next ? 'mara@example.com fine' : 'a guest fine')).toBeTruthy();
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByText('ACCOUNT_CHANGED')).toBeTruthy();
  expect(calls.map(({ path }) => path)).not.toContain('/api/users/language');
});

it('repeats a refused write only for the user who sent it', async () => {
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
