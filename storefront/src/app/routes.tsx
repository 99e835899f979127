import { createBrowserRouter, redirect, type RouteObject } from 'react-router-dom';
import type { Language } from '../api/types';
import { loadSharedMessages } from '../i18n/i18n';
import { LanguageProvider } from '../i18n/language-provider';
import { barePath, pathIn } from '../lib/language-path';
import { whenConnected } from '../lib/when-connected';
import { CrashPage } from './crash-page';
import { firstScreens } from './start/first-screens';
import { Layout } from './layout';
import { OpeningPage } from './opening-page';
import { type Load, screenLoader } from './screen-loader';

/** The screens that new visitors open first. They do not use Mantine, because their code must stay small. */
function firstScreensIn(language: Language): RouteObject[] {
  const page = (load: Load, namespaces: string[]) => screenLoader(load, language, namespaces);
  return [
    { index: true, lazy: page(() => import('../pages/home-page'), firstScreens.home.namespaces) },
    { path: 'patterns', lazy: page(() => import('../pages/catalogue-page'), firstScreens.catalogue.namespaces) },
    { path: 'patterns/:id', lazy: page(() => import('../pages/pattern-page'), firstScreens.pattern.namespaces) },
  ];
}

const loadLaterScreens = whenConnected(() => import('./later-screens'));

/** When the later screens fail to load, one route for all paths shows the error inside the layout. */
const failingScreens = (error: unknown) => ({
  laterScreens: (): RouteObject[] => [{ path: '*', lazy: () => Promise.reject(error) }],
});

export function createRouter() {
  return createBrowserRouter(
    [
      {
        path: '/de/*',
        loader: ({ request }) => redirect(pathIn('de', new URL(request.url).pathname) + new URL(request.url).search),
      },
      screens('/en', 'en'),
      screens('/', 'de'),
    ],
    {
      patchRoutesOnNavigation: async ({ path, matches, patch }) => {
        const isFirstScreen = matches.at(-1)?.pathname === path;
        if (isFirstScreen) return;
        const { laterScreens } = await loadLaterScreens().catch(failingScreens);
        const language = path === barePath(path) ? 'de' : 'en';
        patch(language, laterScreens(language));
      },
    },
  );
}

function screens(path: string, language: Language): RouteObject {
  const inLanguage = (element: React.ReactElement) => (
    <LanguageProvider language={language}>{element}</LanguageProvider>
  );
  return {
    path,
    element: inLanguage(<Layout />),
    hydrateFallbackElement: inLanguage(<OpeningPage />),
    loader: async () => {
      await loadSharedMessages(language);
      return null;
    },
    shouldRevalidate: () => false,
    children: [{ id: language, errorElement: <CrashPage />, children: firstScreensIn(language) }],
    errorElement: inLanguage(<CrashPage />),
  };
}
