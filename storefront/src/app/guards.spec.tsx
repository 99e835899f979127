import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createMemoryRouter } from 'react-router-dom';
import { renderRouter, lina, fakeApi } from '../../test/screen';
import { storeTokens } from '../api/tokens';
import type { User } from '../api/types';
import { RoleOnly, SignedInOnly, VerifiedOnly } from './guards';

async function openAs(at: string, user?: Partial<User>) {
  if (user) {
    storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
    fakeApi({ '/api/auth/profile': () => ({ data: { ...lina, ...user } }) });
  } else fakeApi({});
  return openRoutes(at);
}

async function openRoutes(at: string) {
  const router = createMemoryRouter(
    [
      {
        element: <SignedInOnly at="/auth" />,
        children: [
          {
            element: <RoleOnly roles={['admin']} />,
            children: [{ path: '/en/admin', element: <h1>administration</h1> }],
          },
          { element: <VerifiedOnly />, children: [{ path: '/en/studio', element: <h1>studio</h1> }] },
        ],
      },
      { path: '*', element: <p>another screen</p> },
    ],
    { initialEntries: [at] },
  );
  await renderRouter(router, 'en');
  return router;
}

describe('the administration', () => {
  it('opens for administrators', async () => {
    await openAs('/en/admin', { role: 'admin' });
    expect(await screen.findByText('administration')).toBeTruthy();
  });

  it.each(['user', 'moderator'] as const)('redirects a %s to the home page', async (role) => {
    const router = await openAs('/en/admin', { role });
    expect(await screen.findByText('another screen')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/en');
  });

  it('redirects visitors to the sign-in with the requested page as return path', async () => {
    const router = await openAs('/en/admin?page=2#top');
    expect(await screen.findByText('another screen')).toBeTruthy();
    expect(router.state.location.pathname + router.state.location.search).toBe(
      `/en/auth?from=${encodeURIComponent('/en/admin?page=2#top')}`,
    );
  });
});

describe('a screen that requires a verified address', () => {
  it('opens for a user with a verified address', async () => {
    await openAs('/en/studio', { is_verified: false, emailVerified: true });
    expect(await screen.findByText('studio')).toBeTruthy();
  });

  it('asks a user to verify an unverified address and links to the profile', async () => {
    await openAs('/en/studio', { is_verified: false, emailVerified: false });
    expect(await screen.findByRole('heading', { level: 1, name: 'Email Verification Required' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to my profile' }).getAttribute('href')).toBe('/en/profile');
    expect(screen.queryByText('studio')).toBeNull();
  });
});

it('a private screen shows a retry button when the account fails to load, and opens after the retry', async () => {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  let status = 503;
  fakeApi({
    '/api/auth/profile': () =>
      status === 200 ? { data: lina } : { status, error: { code: 'UNAVAILABLE', message: 'later' } },
  });
  const router = await openRoutes('/en/studio');
  expect(await screen.findByRole('heading', { name: 'Failed to refresh user data' })).toBeTruthy();
  expect(screen.getByText(/You are still signed in/)).toBeTruthy();
  status = 200;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('studio')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/en/studio');
});
