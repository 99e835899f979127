import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { lina, openScreen, fakeApi, session } from '../../../test/screen';
import { storeTokens } from '../../api/tokens';
import { useWish } from './use-wish';

function WishToggle() {
  const { wished, toggle, error } = useWish('p1');
  return (
    <>
      <button type="button" aria-pressed={wished} onClick={toggle}>
        wish
      </button>
      {error && <p role="alert">failed</p>}
    </>
  );
}
const serverError = { status: 500, error: { code: 'TROUBLE', message: 'Trouble' } };

/**
 * Opens the screen. For each wishlist change, the fake API adds a function to `heldRequests` and responds when the test
 * calls the function. The response is an error if the argument is `true`.
 */
async function open() {
  storeTokens(session());
  const heldRequests: ((refuse?: boolean) => void)[] = [];
  let isWished = false;
  const calls = fakeApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/wishlist/p1': ({ method }) =>
      new Promise((resolve) => {
        heldRequests.push((refuse = false) => {
          if (!refuse) isWished = method === 'POST';
          resolve(refuse ? serverError : { data: {} });
        });
      }),
    '/api/wishlist/p1/check': () =>
      isWished ? { data: {} } : { status: 404, error: { code: 'WISHLIST_ITEM_NOT_FOUND', message: 'No' } },
  });
  await openScreen(<WishToggle />);
  const sent = () => calls.filter(({ path }) => path === '/api/wishlist/p1').map(({ method }) => method);
  const checks = () => calls.filter(({ path }) => path.endsWith('/check')).length;
  await waitFor(() => expect(checks()).toBe(1));
  return { heldRequests, sent, checks };
}
const button = () => screen.getByRole('button', { name: 'wish' });
const pressed = () => button().getAttribute('aria-pressed');

it('useWish sends opposite changes one after the other, and shows the last change', async () => {
  const { heldRequests, sent, checks } = await open();
  await userEvent.click(button());
  await waitFor(() => expect(pressed()).toBe('true'));
  await userEvent.click(button());
  await waitFor(() => expect(pressed()).toBe('false'));
  expect(sent()).toEqual(['POST']);
  heldRequests[0]!();
  await waitFor(() => expect(sent()).toEqual(['POST', 'DELETE']));
  expect([pressed(), checks()]).toEqual(['false', 1]);
  heldRequests[1]!();
  await waitFor(() => expect(checks()).toBe(2));
  expect(pressed()).toBe('false');
});

it('useWish shows the state that the server confirmed last when the last of several changes fails', async () => {
  const { heldRequests, sent } = await open();
  for (const expected of ['true', 'false', 'true']) {
    await userEvent.click(button());
    await waitFor(() => expect(pressed()).toBe(expected));
  }
  heldRequests[0]!(true);
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(pressed()).toBe('true');
  heldRequests[1]!();
  await waitFor(() => expect(sent()).toHaveLength(3));
  heldRequests[2]!(true);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(pressed()).toBe('false');
});

it('useWish adds the pattern as soon as the session has loaded, if the user has clicked earlier', async () => {
  storeTokens(session());
  let resolveProfile = () => {};
  const profile = new Promise<{ data: typeof lina }>((resolve) => {
    resolveProfile = () => resolve({ data: lina });
  });
  const calls = fakeApi({
    '/api/auth/profile': () => profile,
    '/api/wishlist/p1': () => ({ data: {} }),
    '/api/wishlist/p1/check': () => ({ status: 404, error: { code: 'WISHLIST_ITEM_NOT_FOUND', message: 'No' } }),
  });
  await openScreen(<WishToggle />);
  await userEvent.click(button());
  expect(calls.some(({ path }) => path === '/api/wishlist/p1')).toBe(false);
  resolveProfile();
  await waitFor(() =>
    expect(calls.some(({ path, method }) => path === '/api/wishlist/p1' && method === 'POST')).toBe(true),
  );
});
