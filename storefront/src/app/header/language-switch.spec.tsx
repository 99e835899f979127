import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { lina, openScreen, playApi } from '../../../test/screen';
import { storeTokens } from '../../api/tokens';
import { useSession } from '../../lib/session';
import { LanguageSwitch } from './language-switch';

function Switch() {
  const { user } = useSession();
  return (
    <>
      <p>mails in {user?.language}</p>
      <LanguageSwitch variant="buttons" />
    </>
  );
}

const choose = (name: string) => userEvent.click(screen.getByRole('link', { name }));

it('saves each chosen language in the account', async () => {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  const calls = playApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/users/language': ({ body }) => ({ data: { language: body.language } }),
  });
  await openScreen(<Switch />);
  await screen.findByText('mails in en');
  await choose('Deutsch');
  await screen.findByText('mails in de');
  expect(localStorage.getItem('i18nextLng')).toBe('de');
  await choose('English');
  await screen.findByText('mails in en');
  expect(calls.filter(({ path }) => path === '/api/users/language')).toEqual(
    ['de', 'en'].map((language) => ({
      path: '/api/users/language',
      method: 'PUT',
      body: { language, source: 'user' },
    })),
  );
});

it('keeps the page and sends no request for visitors without an account', async () => {
  const calls = playApi({});
  const router = await openScreen(<Switch />, { at: '/en/patterns?page=2' });
  await choose('Deutsch');
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe('/patterns?page=2'));
  expect(calls).toEqual([]);
});

/** A signed-in user whose choice of German gets its response only when the test sends it. */
async function withLateAnswer() {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  let answer = (): void => undefined;
  const late = new Promise<{ data: object }>((resolve) => {
    answer = () => resolve({ data: { language: 'de' } });
  });
  playApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/auth/logout': () => ({ data: {} }),
    '/api/users/language': () => late,
  });
  await openScreen(<Meanwhile />);
  await screen.findByText('Lina reads en');
  await choose('Deutsch');
  return async () => {
    answer();
    // The response has been handled, and its changes are rendered.
    await act(async () => new Promise((resolve) => setTimeout(resolve)));
  };
}

function Meanwhile() {
  const { user, signOut, updateUser } = useSession();
  return (
    <>
      <p>{user ? `${user.displayName} reads ${user.language}` : 'a guest'}</p>
      <button type="button" onClick={signOut}>
        leave
      </button>
      <button type="button" onClick={() => updateUser({ ...lina, displayName: 'Lina Neu' })}>
        rename
      </button>
      <LanguageSwitch variant="buttons" />
    </>
  );
}

it('leaves the user signed out when the response arrives after the sign-out', async () => {
  const answer = await withLateAnswer();
  await userEvent.click(screen.getByRole('button', { name: 'leave' }));
  await screen.findByText('a guest');
  await answer();
  expect(screen.getByText('a guest')).toBeTruthy();
});

it('changes only the language when the profile was saved in the meantime', async () => {
  const answer = await withLateAnswer();
  await userEvent.click(screen.getByRole('button', { name: 'rename' }));
  await screen.findByText('Lina Neu reads en');
  await answer();
  expect(screen.getByText('Lina Neu reads de')).toBeTruthy();
});
