import { MantineProvider } from '@mantine/core';
import { notifyManager, QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { act, render, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useEffect, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { Language, Session, User } from '../src/api/types';
import { loadSharedMessages, loadMessages } from '../src/i18n/i18n';
import { LanguageProvider } from '../src/i18n/language-provider';
import { messageFiles } from '../src/i18n/message-files';
import { SessionProvider } from '../src/lib/session';

const namespaces = [...new Set(Object.keys(messageFiles).map((path) => /([^/]+)\.json$/.exec(path)![1]!))];

/**
 * Renders a screen inside the providers of the app.
 * @param at the URL to open
 * @param path the route of the screen
 */
export async function openScreen(screen: ReactNode, { at = '/', path = '*', language = 'en' as Language } = {}) {
  const router = createMemoryRouter(
    [
      { path, element: screen },
      { path: '*', element: <p>another screen</p> },
    ],
    { initialEntries: [at] },
  );
  await renderRouter(router, language);
  return router;
}

type Router = ReturnType<typeof createMemoryRouter>;

/** Renders the routes of a test inside the providers of the app. */
export async function renderRouter(router: Router, language: Language): Promise<void> {
  await loadAllMessages(language);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SessionProvider>
          <SwitchableLanguage first={language}>
            <RouterProvider router={router} />
          </SwitchableLanguage>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** Renders a screen and a button that refetches all queries, as the app does when the connection is back. */
export function Refetchable({ screen }: { screen: ReactNode }) {
  const queries = useQueryClient();
  const [count, setCount] = useState(0);
  const refetch = async () => {
    await queries.refetchQueries();
    // Runs after the queries have notified the screens.
    notifyManager.schedule(() => setCount(count + 1));
  };
  return (
    <>
      {screen}
      <button type="button" onClick={refetch}>
        refetched: {count}
      </button>
    </>
  );
}

/** Clicks the button of `Refetchable` and waits until the screen shows the results. */
export async function refetchAll(): Promise<void> {
  const button = page.getByRole('button', { name: /^refetched/, hidden: true });
  const count = Number(/\d+$/.exec(button.textContent)![0]);
  await userEvent.click(button);
  await page.findByText(`refetched: ${count + 1}`);
}

let setShownLanguage = (_language: Language): void => undefined;

function SwitchableLanguage({ first, children }: { first: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(first);
  useEffect(() => {
    setShownLanguage = setLanguage;
  }, []);
  return <LanguageProvider language={language}>{children}</LanguageProvider>;
}

/** Changes the language without unmounting the screen, as the language switch does. */
export async function switchLanguage(language: Language): Promise<void> {
  await loadAllMessages(language);
  act(() => setShownLanguage(language));
}

async function loadAllMessages(language: Language): Promise<void> {
  await Promise.all([loadSharedMessages(language), loadMessages(language, namespaces, messageFiles)]);
}

type FakeResponse = {
  status?: number;
  data?: unknown;
  error?: { code: string; message: string; details?: unknown };
  /** The value of the header Retry-After, in seconds. */
  retryAfter?: number;
};
type Call = { path: string; method: string; body: Record<string, unknown> };

/** Fakes the API with one function per path. A path without a function gets a 404. @returns all requests so far */
export function fakeApi(
  responses: Record<string, (call: Call, query: URLSearchParams) => FakeResponse | Promise<FakeResponse>>,
): Call[] {
  const calls: Call[] = [];
  mockFetch(async (request) => {
    const url = new URL(request.url);
    const text = await request.text();
    const body = text.startsWith('{')
      ? (JSON.parse(text) as Record<string, unknown>)
      : Object.fromEntries(new URLSearchParams(text));
    const call = { path: url.pathname, method: request.method, body };
    calls.push(call);
    const fakeResponse = await responses[url.pathname]?.(call, url.searchParams);
    const {
      status = fakeResponse ? 200 : 404,
      data,
      error = fakeResponse ? undefined : { code: 'NOT_FOUND', message: 'Not found' },
    } = fakeResponse ?? {};
    const isStripe = url.pathname.startsWith('/v1/');
    const json = isStripe
      ? (data ?? { error })
      : error
        ? { success: false, message: error.message, code: error.code, error }
        : { success: true, data };
    const headers = new Headers({ 'Content-Type': 'application/json' });
    if (fakeResponse?.retryAfter) headers.set('Retry-After', String(fakeResponse.retryAfter));
    return new Response(JSON.stringify(json), { status, headers });
  });
  return calls;
}

/** Replaces `fetch` for the API client, which passes a Request, and for calls that pass a URL. */
export function mockFetch(respond: (request: Request) => Response | Promise<Response>): void {
  globalThis.fetch = async (input, init) =>
    respond(input instanceof Request ? input : new Request(new URL(input, 'http://shop.test'), init));
}

export const lina: User = {
  id: 'u1',
  email: 'lina@example.com',
  username: 'lina',
  displayName: 'Lina',
  display_name: 'Lina',
  first_name: null,
  last_name: null,
  avatar_url: null,
  avatarUrl: null,
  role: 'user',
  is_verified: true,
  emailVerified: true,
  language: 'en',
  created_at: '2026-01-01T00:00:00Z',
  createdAt: '2026-01-01T00:00:00Z',
};

export const session = (accessToken = 'access'): Session => ({
  accessToken,
  refreshToken: 'refresh',
  expiresIn: 900,
  access_token: accessToken,
  refresh_token: 'refresh',
  expires_in: 900,
  user: lina,
});
