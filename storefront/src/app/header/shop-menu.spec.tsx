import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, useBlocker } from 'react-router-dom';
import { expect, it } from 'vitest';
import { renderRouter, lina, fakeApi, session } from '../../../test/screen';
import { readAccessToken, storeTokens } from '../../api/tokens';
import { ShopMenu } from './shop-menu';

/** Blocks navigation, as the studio does during an upload. */
function BlockedScreen() {
  const blocker = useBlocker(true);
  if (blocker.state !== 'blocked') return null;
  return (
    <>
      <button type="button" onClick={blocker.reset}>
        Stay here
      </button>
      <button type="button" onClick={blocker.proceed}>
        Leave
      </button>
    </>
  );
}

/**
 * Opens a path and clicks Sign out in the menu.
 * @returns a function that counts the sign-out requests
 */
async function signOutAt(path: string) {
  storeTokens(session());
  const calls = fakeApi({ '/api/auth/profile': () => ({ data: lina }), '/api/auth/logout': () => ({ data: {} }) });
  const layout = (
    <>
      <ShopMenu />
      <Outlet />
    </>
  );
  const children = [
    { path: '/en', element: <p>home</p> },
    { path: '/en/help', element: <p>help</p> },
    { path: '/en/studio/7', element: <BlockedScreen /> },
  ];
  await renderRouter(createMemoryRouter([{ element: layout, children }], { initialEntries: [path] }), 'en');
  await userEvent.click(await screen.findByRole('button', { name: /Lina/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
  return () => calls.filter((call) => call.path === '/api/auth/logout').length;
}

it('the menu item Sign out opens the home page and then signs out', async () => {
  const countSignOuts = await signOutAt('/en/help');
  expect(await screen.findByText('home')).toBeTruthy();
  await waitFor(() => expect(readAccessToken()).toBeNull());
  expect(countSignOuts()).toBe(1);
});

it('the menu item Sign out signs out when the home page is already open', async () => {
  await signOutAt('/en');
  await waitFor(() => expect(readAccessToken()).toBeNull());
});

it('the menu item Sign out signs out only when the user confirms the blocked navigation', async () => {
  const countSignOuts = await signOutAt('/en/studio/7');
  await userEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull());
  expect([countSignOuts(), readAccessToken()]).toEqual([0, 'access']);
  await userEvent.click(screen.getByRole('button', { name: /Lina/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('home')).toBeTruthy();
  await waitFor(() => expect(readAccessToken()).toBeNull());
  expect(countSignOuts()).toBe(1);
});
