import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { createMemoryRouter } from 'react-router-dom';
import { renderRouter, playApi } from '../../test/screen';
import { CrashPage } from './crash-page';

const browser = { reload: vi.fn(), goHome: vi.fn() };

beforeEach(() => {
  browser.reload.mockReset();
  browser.goHome.mockReset();
  // React and the router log the errors that this test throws.
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});

async function crash(next: () => string | null) {
  const Fragile = () => {
    const message = next();
    if (message) throw new Error(message);
    return <p>drawn</p>;
  };
  const router = createMemoryRouter(
    [{ path: '*', element: <Fragile />, errorElement: <CrashPage browser={browser} /> }],
    { initialEntries: ['/en/patterns'] },
  );
  await renderRouter(router, 'en');
}

it('shows that an error occurred, and renders the screen again on request', async () => {
  let broken = true;
  await crash(() => (broken ? 'x is undefined' : null));
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('drawn')).toBeTruthy();
  expect(browser.reload).not.toHaveBeenCalled();
});

it('reloads the page on request', async () => {
  await crash(() => 'x is undefined');
  await userEvent.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(browser.reload).toHaveBeenCalledTimes(1);
});

it('goes home a second after a failed navigation, and stays otherwise', async () => {
  vi.useFakeTimers();
  try {
    await crash(() => 'Failed to navigate to a new location');
    await act(() => vi.advanceTimersByTimeAsync(999));
    expect(browser.goHome).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(browser.goHome).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

it('reloads once for files that a new version has replaced', async () => {
  const stale = 'Failed to fetch dynamically imported module: https://shop.test/assets/page-1a2b.js';
  await crash(() => stale);
  expect(browser.reload).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Something went wrong')).toBeNull();
  await crash(() => stale);
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  expect(browser.reload).toHaveBeenCalledTimes(1);
});

it('does not reload without a connection, and on request only once it is back', async () => {
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await crash(() => 'Failed to fetch dynamically imported module: https://shop.test/assets/page-1a2b.js');
  expect(await screen.findByText(/^Connection error/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(browser.reload).not.toHaveBeenCalled();
  connection.mockReturnValue(true);
  playApi({});
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(browser.reload).toHaveBeenCalledTimes(1));
});
