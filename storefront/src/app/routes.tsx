import { createBrowserRouter, redirect, type RouteObject } from 'react-router-dom';
import type { Language } from '../api/types';
import { speak } from '../i18n/i18n';
import { barePath, pathIn } from '../lib/language-path';
import { CrashPage } from './crash-page';
import { Layout } from './layout';
import { OpeningPage } from './opening-page';
import { SignedInOnly } from './signed-in-only';

type PageModule = { Page: React.ComponentType };

const page = (load: () => Promise<PageModule>) => async () => ({ Component: (await load()).Page });

const auth = page(() => import('../pages/auth-page'));
const legal = page(() => import('../pages/legal-page'));
const downloads = page(() => import('../pages/downloads-page'));

/** Every screen of the shop. Paths are relative: the same list stands at / (German) and at /en. */
function pages(): RouteObject[] {
  return [
    { index: true, lazy: page(() => import('../pages/home-page')) },
    { path: 'patterns', lazy: page(() => import('../pages/catalogue-page')) },
    { path: 'patterns/:id', lazy: page(() => import('../pages/pattern-page')) },
    { path: 'patterns/:id/download', loader: toDownloads },
    { path: 'checkout', loader: ({ request }) => redirect(localTo(request, '/patterns')) },
    {
      element: <SignedInOnly at="/login" />,
      children: [{ path: 'checkout/:id', lazy: page(() => import('../pages/checkout-page')) }],
    },
    {
      element: <SignedInOnly at="/auth" />,
      children: ['download', 'downloads', 'download/:token'].map((path) => ({ path, lazy: downloads })),
    },
    ...['auth', 'login', 'register'].map((path) => ({ path, lazy: auth })),
    { path: 'verify-email', lazy: page(() => import('../pages/verify-email-page')) },
    ...['terms', 'privacy', 'widerruf', 'impressum'].map((path) => ({ path, lazy: legal })),
    { path: '*', lazy: page(() => import('../pages/not-found-page')) },
  ];
}

export function createRoutes() {
  return createBrowserRouter([
    {
      path: '/de/*',
      loader: ({ request }) => redirect(pathIn('de', new URL(request.url).pathname) + new URL(request.url).search),
    },
    screens('/en', 'en'),
    screens('/', 'de'),
  ]);
}

function screens(path: string, language: Language): RouteObject {
  return {
    path,
    element: <Layout />,
    hydrateFallbackElement: <OpeningPage />,
    loader: async () => {
      await speak(language);
      return null;
    },
    shouldRevalidate: () => false,
    children: [{ errorElement: <CrashPage />, children: pages() }],
    errorElement: <CrashPage />,
  };
}

/** Links of older mails: /patterns/{id}/download?token=… */
function toDownloads({ request }: { request: Request }) {
  const token = new URL(request.url).searchParams.get('token');
  return redirect(localTo(request, token ? `/download/${encodeURIComponent(token)}` : '/downloads'));
}

function localTo(request: Request, path: string): string {
  const { pathname } = new URL(request.url);
  return pathIn(pathname === barePath(pathname) ? 'de' : 'en', path);
}
