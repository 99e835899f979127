import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { lina, openScreen, playApi } from '../../test/screen';
import { storeTokens } from '../api/tokens';
import { useSession } from './session';

function WhoAmI() {
  const { user, error } = useSession();
  return (
    <p>
      {user?.email ?? 'nobody'} {error ? 'in trouble' : 'fine'}
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

it.each([503, 500, 429, 404])('an answer of %i signs nobody out', async (status) => {
  await signedIn();
  profile(status);
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('lina@example.com in trouble')).toBeTruthy();
  expect(localStorage.getItem('access_token')).toBe('access');
});

it('a refusal does', async () => {
  await signedIn();
  profile(403);
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText(/^nobody/)).toBeTruthy();
  await waitFor(() => expect(localStorage.getItem('access_token')).toBeNull());
});
