import { createBrowserRouter, redirect, type RouteObject } from 'react-router-dom';
import type { Language } from '../api/types';
import { loadFrame, loadWords } from '../i18n/i18n';
import { Spoken } from '../i18n/spoken';
import { barePath, pathIn } from '../lib/language-path';
import { whenConnected } from '../lib/when-connected';
import { CrashPage } from './crash-page';
import { firstScreens } from './start/first-screens';
import { RoleOnly, SignedInOnly, VerifiedOnly } from './guards';
import { Layout } from './layout';
import { OpeningPage } from './opening-page';

type Load = () => Promise<{ Page: React.ComponentType }>;

type LoadPage = (load: Load, ...namespaces: string[]) => () => Promise<{ element: React.ReactElement }>;

/** Every screen of the shop. Paths are relative: the same list is used at / (German) and at /en. */
function pages(language: Language): RouteObject[] {
  /** A screen without Mantine: new visitors open it first, so its code must be small (app/start/first-files.spec.ts). */
  const firstPage: LoadPage = (load, ...namespaces) => {
    return whenConnected(async () => {
      const [{ Page }] = await Promise.all([load(), loadWords(language, namespaces)]);
      return { element: <Page /> };
    });
  };
  /** @param namespaces the message files of the screen besides those of every screen */
  const page: LoadPage = (load, ...namespaces) => {
    const loadFirst = firstPage(load, ...namespaces);
    return whenConnected(async () => {
      const [{ element }, { MantineFrame }] = await Promise.all([loadFirst(), import('./mantine-frame')]);
      return { element: <MantineFrame>{element}</MantineFrame> };
    });
  };
  const downloads = page(() => import('../pages/account/downloads-page'), 'downloads');
  return [
    ...firstPages(firstPage),
    ...publicPages(page),
    {
      element: <SignedInOnly at="/auth" />,
      children: [
        ...['download', 'downloads', 'download/:token'].map((path) => ({ path, lazy: downloads })),
        ...staffPages(page),
      ],
    },
    { element: <SignedInOnly at="/login" />, children: accountPages(page) },
  ];
}

function firstPages(page: LoadPage): RouteObject[] {
  return [
    { index: true, lazy: page(() => import('../pages/home-page'), ...firstScreens.home.words) },
    { path: 'patterns', lazy: page(() => import('../pages/catalogue-page'), ...firstScreens.catalogue.words) },
    { path: 'patterns/:id', lazy: page(() => import('../pages/pattern-page'), ...firstScreens.pattern.words) },
    { path: 'patterns/:id/download', loader: toDownloads },
    { path: 'checkout', loader: ({ request }) => redirect(localTo(request, '/patterns')) },
    { path: 'preferences', lazy: page(() => import('../pages/account/preferences-page'), 'preferences') },
    { path: '*', lazy: page(() => import('../pages/not-found-page')) },
  ];
}

function publicPages(page: LoadPage): RouteObject[] {
  const auth = page(() => import('../pages/account/auth-page'), 'auth');
  const legal = page(() => import('../pages/help/legal-page'), 'legal');
  return [
    { path: 'designers', lazy: page(() => import('../pages/designers-page'), 'designers') },
    { path: 'designers/:slug', lazy: page(() => import('../pages/designer-page'), 'designers', 'catalogue') },
    ...['auth', 'login', 'register'].map((path) => ({ path, lazy: auth })),
    { path: 'verify-email', lazy: page(() => import('../pages/account/verify-email-page'), 'auth') },
    { path: 'forgot-password', lazy: page(() => import('../pages/account/forgot-password-page'), 'auth') },
    { path: 'reset-password', lazy: page(() => import('../pages/account/reset-password-page'), 'auth') },
    { path: 'delete-account/:step', lazy: page(() => import('../pages/account/delete-account-page'), 'privacy') },
    { path: 'newsletter/:step', lazy: page(() => import('../pages/help/newsletter-page'), 'newsletter') },
    { path: 'withdraw', lazy: page(() => import('../pages/account/withdraw-page'), 'withdrawal') },
    { path: 'help', lazy: page(() => import('../pages/help/help-page'), 'help') },
    { path: 'contact', lazy: page(() => import('../pages/help/contact-page'), 'help') },
    { path: 'size-guide', lazy: page(() => import('../pages/help/size-guide-page'), 'sizes') },
    { path: 'tutorials', lazy: page(() => import('../pages/help/tutorials-page'), 'tutorials') },
    { path: 'privacy', lazy: page(() => import('../pages/account/privacy-page'), 'legal', 'privacy') },
    ...['terms', 'refunds', 'copyright', 'widerruf', 'impressum', 'barrierefreiheit', 'ranking'].map((path) => ({
      path,
      lazy: legal,
    })),
  ];
}

function staffPages(page: LoadPage): RouteObject[] {
  return [
    {
      element: <RoleOnly roles={['admin']} />,
      children: [
        { path: 'admin', lazy: page(() => import('../pages/staff/admin-page'), 'admin', 'catalogue') },
        {
          path: 'admin/operations',
          lazy: page(() => import('../pages/staff/operations-page'), 'operations', 'admin', 'catalogue'),
        },
      ],
    },
    {
      element: <RoleOnly roles={['admin', 'moderator']} />,
      children: [
        {
          path: 'moderation',
          lazy: page(() => import('../pages/staff/moderation-page'), 'moderation', 'catalogue'),
        },
      ],
    },
  ];
}

/** The screens for which visitors sign in first. */
function accountPages(page: LoadPage): RouteObject[] {
  return [
    { path: 'checkout/:id', lazy: page(() => import('../pages/checkout-page'), 'checkout', 'downloads', 'detail') },
    { path: 'wishlist', lazy: page(() => import('../pages/account/wishlist-page'), 'wishlist', 'catalogue') },
    {
      path: 'profile',
      lazy: page(() => import('../pages/account/profile-page'), 'account', 'auth', 'privacy', 'preferences'),
    },
    {
      element: <VerifiedOnly />,
      children: [
        { path: 'studio', lazy: page(() => import('../pages/studio/studio-page'), 'studio') },
        { path: 'studio/:id', lazy: page(() => import('../pages/studio/studio-pattern-page'), 'studio', 'detail') },
      ],
    },
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
  const spoken = (element: React.ReactElement) => <Spoken language={language}>{element}</Spoken>;
  return {
    path,
    element: spoken(<Layout />),
    hydrateFallbackElement: spoken(<OpeningPage />),
    loader: async () => {
      await loadFrame(language);
      return null;
    },
    shouldRevalidate: () => false,
    children: [{ errorElement: <CrashPage />, children: pages(language) }],
    errorElement: spoken(<CrashPage />),
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
