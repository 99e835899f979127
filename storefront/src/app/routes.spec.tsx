import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { playApi } from '../../test/screen';

beforeEach(() => {
  // Removes the messages that other tests have loaded.
  vi.resetModules();
  playApi({});
});

afterEach(() => {
  window.history.replaceState(null, '', '/');
  // Removes the attributes that mantine-frame.tsx has set on the page.
  delete document.documentElement.dataset.respectReducedMotion;
});

/** Renders the whole shop at a path; one message file loads only when the test releases it. */
async function openShop(path: string, lateFile: string) {
  const { messageFiles } = await import('../i18n/message-files');
  const { loadSharedMessages } = await import('../i18n/i18n');
  const { SessionProvider } = await import('../lib/session');
  const { createRoutes } = await import('./routes');
  const { promise: late, resolve: come } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const load = messageFiles[lateFile]!;
  messageFiles[lateFile] = async () => {
    ask();
    await late;
    return load();
  };
  window.history.replaceState(null, '', path);
  // English was loaded before: only the messages of the screen are missing.
  await Promise.all([loadSharedMessages('de'), loadSharedMessages('en')]);
  const router = createRoutes();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </QueryClientProvider>,
  );
  return { router, asked, come };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const language = () => document.documentElement.lang;
/** Waits for pending renders. */
const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve)));

it.each([
  ['the same screen', '/help', 'Häufige Fragen', '/en/help', 'Help'],
  ['another screen', '/tutorials', 'Anleitungen', '/en/help', 'Help'],
])('a screen stays in its language until the messages of %s have loaded', async (_which, from, german, to, english) => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue();
  const { router, asked, come } = await openShop(from, './locales/en/help.json');
  await heading(german);
  const going = router.navigate(to);
  await asked;
  await settle();
  expect([await heading(german), language()]).toEqual([expect.anything(), 'de']);
  come();
  await act(() => going);
  expect([await heading(english), language()]).toEqual([expect.anything(), 'en']);
  await act(() => router.navigate(-1));
  expect([await heading(german), language()]).toEqual([expect.anything(), 'de']);
  expect(complaint).not.toHaveBeenCalled();
});

it('the last of two quick language switches wins', async () => {
  const { router, asked, come } = await openShop('/help', './locales/en/help.json');
  await heading('Häufige Fragen');
  const there = router.navigate('/en/help');
  await asked;
  const back = router.navigate('/help');
  come();
  await act(() => Promise.all([there, back]));
  await settle();
  expect([await heading('Häufige Fragen'), language()]).toEqual([expect.anything(), 'de']);
});

it('without a connection a screen keeps its language, and switches when the connection returns', async () => {
  const { router, come } = await openShop('/help', './locales/en/help.json');
  await heading('Häufige Fragen');
  come();
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const going = router.navigate('/en/help');
  await settle();
  expect([await heading('Häufige Fragen'), language()]).toEqual([expect.anything(), 'de']);
  connection.mockReturnValue(true);
  // The browser reports a connection, but the server is not reachable yet.
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(language()).toBe('de');
  playApi({});
  window.dispatchEvent(new Event('online'));
  await act(() => going);
  expect([await heading('Help'), language()]).toEqual([expect.anything(), 'en']);
});

it('a failure to load the later screens keeps the header', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.doMock('./later-screens', () => {
    throw new Error('broken');
  });
  const { come } = await openShop('/help', './locales/de/help.json');
  // Later tests in this process need the file.
  come();
  expect(await heading('Etwas ist schiefgegangen')).toBeTruthy();
  expect(screen.getByRole('banner')).toBeTruthy();
  vi.doUnmock('./later-screens');
});
