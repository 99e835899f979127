import { redirect, type RouteObject } from 'react-router-dom';
import type { Language } from '../api/types';
import { messageFiles } from '../i18n/message-files';
import { barePath, pathIn } from '../lib/language-path';
import { RoleOnly, SignedInOnly, VerifiedOnly } from './guards';
import { MantineFrame } from './mantine-frame';
import { type Load, screenLoader } from './screen-loader';

type LoadPage = (load: Load, ...namespaces: string[]) => () => Promise<{ element: React.ReactElement }>;

/** The routes of all screens except the first screens in routes.tsx. Their paths are relative to the language prefix. */
export function laterScreens(language: Language): RouteObject[] {
  /** @param namespaces the message files that the screen needs in addition to the shared message files */
  const pageWithoutMantine = (load: Load, ...namespaces: string[]) =>
    screenLoader(load, language, ['later', ...namespaces], messageFiles);
  const page: LoadPage = (load, ...namespaces) => {
    const loadPage = pageWithoutMantine(load, ...namespaces);
    return async () => ({ element: <MantineFrame>{(await loadPage()).element}</MantineFrame> });
  };
  const auth = page(() => import('../pages/account/auth-page'), 'auth');
  const downloads = page(() => import('../pages/account/downloads-page'), 'downloads');
  const legal = page(() => import('../pages/help/legal-page'), 'legal');
  return [
    { path: 'patterns/:id/download', loader: redirectToDownloads },
    { path: 'checkout', loader: ({ request }) => redirect(keepLanguage(request, '/patterns')) },
    { path: 'designers', lazy: page(() => import('../pages/designers-page'), 'designers') },
    { path: 'designers/:slug', lazy: page(() => import('../pages/designer-page'), 'designers', 'catalogue') },
    ...['auth', 'login', 'register'].map((path) => ({ path, lazy: auth })),
    { path: 'verify-email', lazy: page(() => import('../pages/account/verify-email-page'), 'auth') },
    { path: 'forgot-password', lazy: page(() => import('../pages/account/forgot-password-page'), 'auth') },
    { path: 'reset-password', lazy: page(() => import('../pages/account/reset-password-page'), 'auth') },
    {
      path: 'delete-account/:step',
      lazy: page(() => import('../pages/account/delete-account-page'), 'privacy'),
    },
    { path: 'newsletter/:step', lazy: page(() => import('../pages/help/newsletter-page'), 'newsletter') },
    { path: 'withdraw', lazy: page(() => import('../pages/account/withdraw-page'), 'withdrawal') },
    { path: 'help', lazy: page(() => import('../pages/help/help-page'), 'help') },
    { path: 'contact', lazy: page(() => import('../pages/help/contact-page'), 'help') },
    { path: 'size-guide', lazy: page(() => import('../pages/help/size-guide-page'), 'sizes') },
    { path: 'tutorials', lazy: page(() => import('../pages/help/tutorials-page'), 'tutorials') },
    { path: 'preferences', lazy: pageWithoutMantine(() => import('../pages/account/preferences-page'), 'preferences') },
    { path: 'privacy', lazy: page(() => import('../pages/account/privacy-page'), 'legal', 'privacy') },
    ...['terms', 'refunds', 'copyright', 'widerruf', 'impressum', 'barrierefreiheit', 'ranking'].map((path) => ({
      path,
      lazy: legal,
    })),
    {
      element: <SignedInOnly at="/auth" />,
      children: [
        ...['download', 'downloads', 'download/:token'].map((path) => ({ path, lazy: downloads })),
        ...staffScreens(page),
      ],
    },
    { element: <SignedInOnly at="/login" />, children: accountScreens(page) },
    { path: '*', lazy: pageWithoutMantine(() => import('../pages/not-found-page')) },
  ];
}

function staffScreens(page: LoadPage): RouteObject[] {
  return [
    {
      element: <RoleOnly roles={['admin']} />,
      children: [
        { path: 'admin', lazy: page(() => import('../pages/staff/admin-page'), 'admin', 'moderation', 'catalogue') },
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

/** The screens that redirect visitors to `/login`. */
function accountScreens(page: LoadPage): RouteObject[] {
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

/** Redirects the links of older mails: /patterns/{id}/download?token=… */
function redirectToDownloads({ request }: { request: Request }) {
  const token = new URL(request.url).searchParams.get('token');
  return redirect(keepLanguage(request, token ? `/download/${encodeURIComponent(token)}` : '/downloads'));
}

function keepLanguage(request: Request, path: string): string {
  const { pathname } = new URL(request.url);
  return pathIn(pathname === barePath(pathname) ? 'de' : 'en', path);
}
