import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { lina, openScreen, fakeApi } from '../../../test/screen';
import { storeTokens } from '../../api/tokens';
import { useSession } from '../../lib/session';
import { LanguageSwitch } from './language-switch';

function SwitchWithMailLanguage() {
  const { user } = useSession();
  return (
    <>
      <p>mails in {user?.language}</p>
      <LanguageSwitch variant="buttons" />
    </>
  );
}

const choose = (name: string) => userEvent.click(screen.getByRole('link', { name }));

it('the language switch saves each chosen language in the account of the user', async () => {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  const calls = fakeApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/users/language': ({ body }) => ({ data: { language: body.language } }),
  });
  await openScreen(<SwitchWithMailLanguage />);
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

it('the language switch keeps the path and the query of the URL, and sends no request when no user is signed in', async () => {
  const calls = fakeApi({});
  const router = await openScreen(<SwitchWithMailLanguage />, { at: '/en/patterns?page=2' });
  await choose('Deutsch');
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe('/patterns?page=2'));
  expect(calls).toEqual([]);
});

/**
 * Chooses German as a signed-in user. The server delays its response to the request that saves the language.
 * @returns a function that makes the server respond
 */
async function chooseGermanWithLateResponse() {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  let respond = (): void => undefined;
  const late = new Promise<{ data: object }>((resolve) => {
    respond = () => resolve({ data: { language: 'de' } });
  });
  fakeApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/auth/logout': () => ({ data: {} }),
    '/api/users/language': () => late,
  });
  await openScreen(<SessionControls />);
  await screen.findByText('Lina reads en');
  await choose('Deutsch');
  return async () => {
    respond();
    // Waits until the response is handled and rendered.
    await act(async () => new Promise((resolve) => setTimeout(resolve)));
  };
}

function SessionControls() {
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

it('the user stays signed out when the response to the language choice arrives after the sign-out', async () => {
  const respond = await chooseGermanWithLateResponse();
  await userEvent.click(screen.getByRole('button', { name: 'leave' }));
  await screen.findByText('a guest');
  await respond();
  expect(screen.getByText('a guest')).toBeTruthy();
});

it('the response to the language choice changes only the language when it arrives after a change of the name', async () => {
  const respond = await chooseGermanWithLateResponse();
  await userEvent.click(screen.getByRole('button', { name: 'rename' }));
  await screen.findByText('Lina Neu reads en');
  await respond();
  expect(screen.getByText('Lina Neu reads de')).toBeTruthy();
});
