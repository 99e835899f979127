import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../test/screen';

beforeEach(() => {
  // Removes the messages that other tests have loaded.
  vi.resetModules();
  fakeApi({});
});

afterEach(() => {
  window.history.replaceState(null, '', '/');
  // Removes the attributes that mantine-frame.tsx has set on the page.
  delete document.documentElement.dataset.respectReducedMotion;
});

/** Renders the whole shop at a path. The message file `lateFile` loads only after the test calls `release`. */
async function openShop(path: string, lateFile: string) {
  const { messageFiles } = await import('../i18n/message-files');
  const { loadSharedMessages } = await import('../i18n/i18n');
  const { SessionProvider } = await import('../lib/session');
  const { createRouter } = await import('./routes');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: requested, resolve: markRequested } = Promise.withResolvers<void>();
  const load = messageFiles[lateFile]!;
  messageFiles[lateFile] = async () => {
    markRequested();
    await released;
    return load();
  };
  window.history.replaceState(null, '', path);
  // Loads the shared messages of both languages, so that only the messages of the screen are missing.
  await Promise.all([loadSharedMessages('de'), loadSharedMessages('en')]);
  const router = createRouter();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </QueryClientProvider>,
  );
  return { router, requested, release };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const language = () => document.documentElement.lang;
const waitForRenders = () => act(async () => new Promise((resolve) => setTimeout(resolve)));

it.each([
  ['the same screen', '/help', 'Häufige Fragen', '/en/help', 'Help'],
  ['another screen', '/tutorials', 'Anleitungen', '/en/help', 'Help'],
])('the language changes only after the messages of %s have loaded', async (_screen, from, german, to, english) => {
  const logError = vi.spyOn(console, 'error').mockReturnValue();
  const { router, requested, release } = await openShop(from, './locales/en/help.json');
  await heading(german);
  const navigation = router.navigate(to);
  await requested;
  await waitForRenders();
  expect([await heading(german), language()]).toEqual([expect.anything(), 'de']);
  release();
  await act(() => navigation);
  expect([await heading(english), language()]).toEqual([expect.anything(), 'en']);
  await act(() => router.navigate(-1));
  expect([await heading(german), language()]).toEqual([expect.anything(), 'de']);
  expect(logError).not.toHaveBeenCalled();
});

it('after two quick language switches, the shop shows the language of the second switch', async () => {
  const { router, requested, release } = await openShop('/help', './locales/en/help.json');
  await heading('Häufige Fragen');
  const toEnglish = router.navigate('/en/help');
  await requested;
  const toGerman = router.navigate('/help');
  release();
  await act(() => Promise.all([toEnglish, toGerman]));
  await waitForRenders();
  expect([await heading('Häufige Fragen'), language()]).toEqual([expect.anything(), 'de']);
});

it('without a connection, the language changes only after the server can be reached again', async () => {
  const { router, release } = await openShop('/help', './locales/en/help.json');
  await heading('Häufige Fragen');
  release();
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const navigation = router.navigate('/en/help');
  await waitForRenders();
  expect([await heading('Häufige Fragen'), language()]).toEqual([expect.anything(), 'de']);
  connection.mockReturnValue(true);
  // The browser reports a connection, but the server cannot be reached yet.
  window.dispatchEvent(new Event('online'));
  await waitForRenders();
  expect(language()).toBe('de');
  fakeApi({});
  window.dispatchEvent(new Event('online'));
  await act(() => navigation);
  expect([await heading('Help'), language()]).toEqual([expect.anything(), 'en']);
});

it('the layout shows the header above the error when the later screens fail to load', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.doMock('./later-screens', () => {
    throw new Error('broken');
  });
  const { release } = await openShop('/help', './locales/de/help.json');
  // Lets the message file load, because later tests in this process need it.
  release();
  expect(await heading('Etwas ist schiefgegangen')).toBeTruthy();
  expect(screen.getByRole('banner')).toBeTruthy();
  vi.doUnmock('./later-screens');
});
