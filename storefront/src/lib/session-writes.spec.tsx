import { act, fireEvent, screen } from '@testing-library/react';
import { onlineManager, useMutation } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { lina, openScreen, fakeApi, session } from '../../test/screen';
import { ownAccount } from '../api/calls';
import { ApiError } from '../api/api-error';
import { clearTokens, storeTokens } from '../api/tokens';
import { useSession } from './session';

function CurrentUser() {
  const { user } = useSession();
  return <p>{user?.email ?? 'a guest'} ok</p>;
}

const fireTokenChange = (newValue: string | null) =>
  act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue })));

const tokenFor = (id: string) => `e30.${btoa(JSON.stringify({ sub: id }))}.signature`;
const storeTokensFor = (id: string) => storeTokens({ accessToken: tokenFor(id), refreshToken: id, expiresIn: 900 });

function LanguageChoice() {
  // Renders again when the session changes, as most forms do.
  useSession();
  const choice = useMutation({ mutationFn: () => ownAccount.chooseLanguage('de') });
  return (
    <button type="button" onClick={() => choice.mutate()}>
      {choice.isPaused ? 'waits for the connection' : choice.error instanceof ApiError ? choice.error.code : 'choose'}
    </button>
  );
}

async function openChoice(shownUser = 'lina@example.com') {
  await openScreen(
    <>
      <CurrentUser />
      <LanguageChoice />
    </>,
  );
  expect(await screen.findByText(`${shownUser} ok`)).toBeTruthy();
}

it.each([
  ['a user', 'u1'],
  ['a guest', undefined],
])('the tab refuses a write of %s when another tab has signed in another user', async (_writer, userId) => {
  if (userId) storeTokensFor(userId);
  const calls = fakeApi({ '/api/auth/profile': () => ({ data: lina }), '/api/users/language': () => ({ data: {} }) });
  await openChoice(userId ? 'lina@example.com' : 'a guest');
  storeTokensFor('u2');
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('ACCOUNT_CHANGED')).toBeTruthy();
  expect(calls.map(({ path }) => path)).not.toContain('/api/users/language');
});

it('the tab refuses a write that waited for the connection when another user has signed in during the wait', async () => {
  storeTokensFor('u1');
  const calls = fakeApi({ '/api/auth/profile': () => ({ data: lina }), '/api/users/language': () => ({ data: {} }) });
  await openChoice();
  act(() => onlineManager.setOnline(false));
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('waits for the connection')).toBeTruthy();
  storeTokensFor('u2');
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByText('ACCOUNT_CHANGED')).toBeTruthy();
  expect(calls.map(({ path }) => path)).not.toContain('/api/users/language');
});

it('the tab refuses a write after a sign-out in another tab', async () => {
  storeTokensFor('u1');
  const calls = fakeApi({ '/api/auth/profile': () => ({ data: lina }), '/api/users/language': () => ({ data: {} }) });
  await openChoice();
  clearTokens();
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('ACCOUNT_CHANGED')).toBeTruthy();
  expect(calls.map(({ path }) => path)).not.toContain('/api/users/language');
});

it('the tab refuses a write when another tab signs in another user while the tab refreshes its token', async () => {
  storeTokens({ accessToken: tokenFor('u1'), refreshToken: 'u1', expiresIn: 900 });
  const mara = { ...lina, id: 'u2', email: 'mara@example.com' };
  let account = lina;
  const calls = fakeApi({
    '/api/auth/profile': () => ({ data: account }),
    '/api/auth/refresh': async () => {
      account = mara;
      storeTokensFor('u2');
      await fireTokenChange(tokenFor('u2'));
      await screen.findByText('mara@example.com ok');
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

it.each([
  ['no account', null],
  ['another account', 'u2'],
])(
  'the tab refuses a write that waited for the connection when the tab has changed to %s during the wait',
  async (_account, nextUserId) => {
    storeTokensFor('u1');
    let account = lina;
    const calls = fakeApi({
      '/api/auth/profile': () => ({ data: account }),
      '/api/users/language': () => ({ data: {} }),
    });
    await openChoice();
    act(() => onlineManager.setOnline(false));
    fireEvent.click(screen.getByRole('button'));
    expect(await screen.findByText('waits for the connection')).toBeTruthy();
    account = { ...lina, id: 'u2', email: 'mara@example.com' };
    if (nextUserId) storeTokensFor(nextUserId);
    else clearTokens();
    await fireTokenChange(nextUserId && tokenFor(nextUserId));
    expect(await screen.findByText(nextUserId ? 'mara@example.com ok' : 'a guest ok')).toBeTruthy();
    act(() => onlineManager.setOnline(true));
    expect(await screen.findByText('ACCOUNT_CHANGED')).toBeTruthy();
    expect(calls.map(({ path }) => path)).not.toContain('/api/users/language');
  },
);

it('the tab does not repeat a write with the token of another user after a 401', async () => {
  storeTokensFor('u1');
  const calls = fakeApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/users/language': () => {
      storeTokensFor('u2');
      return { status: 401, error: { code: 'UNAUTHENTICATED', message: 'Sign in' } };
    },
  });
  await openChoice();
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('ACCOUNT_CHANGED')).toBeTruthy();
  expect(calls.filter(({ path }) => path === '/api/users/language')).toHaveLength(1);
});

function GuestForm({ send }: { send: () => Promise<unknown> }) {
  const form = useMutation({ mutationFn: send });
  return (
    <button type="button" onClick={() => form.mutate()}>
      {form.isPaused ? 'waits for the connection' : form.status}
    </button>
  );
}

it('the tab sends the write of a guest when the connection is back', async () => {
  fakeApi({});
  let sent = 0;
  await openScreen(<GuestForm send={() => Promise.resolve((sent += 1))} />);
  act(() => onlineManager.setOnline(false));
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('waits for the connection')).toBeTruthy();
  // The app dispatches this event when the connection is back and no user is signed in.
  act(() => window.dispatchEvent(new Event('session-ended')));
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByText('success')).toBeTruthy();
  expect(sent).toBe(1);
});
