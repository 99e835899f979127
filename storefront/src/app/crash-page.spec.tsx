import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { createMemoryRouter } from 'react-router-dom';
import { renderRouter, fakeApi } from '../../test/screen';
import { CrashPage } from './crash-page';

const browser = { reload: vi.fn(), goHome: vi.fn() };

beforeEach(() => {
  browser.reload.mockReset();
  browser.goHome.mockReset();
  // React and the router log the errors that this test throws.
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});

/** Renders a screen that throws an error with the message from `nextMessage`, unless the message is null. */
async function openScreenThatThrows(nextMessage: () => string | null) {
  const Fragile = () => {
    const message = nextMessage();
    if (message) throw new Error(message);
    return <p>the screen</p>;
  };
  const router = createMemoryRouter(
    [{ path: '*', element: <Fragile />, errorElement: <CrashPage browser={browser} /> }],
    { initialEntries: ['/en/patterns'] },
  );
  await renderRouter(router, 'en');
}

it('the crash page shows an error, and renders the screen again when the user clicks Try again', async () => {
  let throws = true;
  await openScreenThatThrows(() => (throws ? 'x is undefined' : null));
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  throws = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('the screen')).toBeTruthy();
  expect(browser.reload).not.toHaveBeenCalled();
});

it('the crash page reloads when the user clicks Reload', async () => {
  await openScreenThatThrows(() => 'x is undefined');
  await userEvent.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(browser.reload).toHaveBeenCalledTimes(1);
});

it('the crash page opens the home page one second after a failed navigation', async () => {
  vi.useFakeTimers();
  try {
    await openScreenThatThrows(() => 'Failed to navigate to a new location');
    await act(() => vi.advanceTimersByTimeAsync(999));
    expect(browser.goHome).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(browser.goHome).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

it('the crash page reloads once when a chunk is missing, and shows an error when the chunk is still missing', async () => {
  const stale = 'Failed to fetch dynamically imported module: https://shop.test/assets/page-1a2b.js';
  await openScreenThatThrows(() => stale);
  expect(browser.reload).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Something went wrong')).toBeNull();
  await openScreenThatThrows(() => stale);
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  expect(browser.reload).toHaveBeenCalledTimes(1);
});

it('the crash page reloads after a click on Try again only when the connection is back', async () => {
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await openScreenThatThrows(
    () => 'Failed to fetch dynamically imported module: https://shop.test/assets/page-1a2b.js',
  );
  expect(await screen.findByText(/^Connection error/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(browser.reload).not.toHaveBeenCalled();
  connection.mockReturnValue(true);
  fakeApi({});
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(browser.reload).toHaveBeenCalledTimes(1));
});
