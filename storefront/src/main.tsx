import './app/styles/fonts.css';
import './app/styles/base.css';
import './app/styles/tokens.css';
import './app/styles/global.css';
import './app/styles/print.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { loadConfig } from './api/config';
import { isRefused } from './api/api-error';
import { createRouter } from './app/routes';
import { setEntryLanguage } from './app/start/entry-language';
import { loadFirstFonts } from './app/start/first-fonts';
import { registerOfflinePage } from './app/offline-help';
import { loadSharedMessages } from './i18n/i18n';
import { migratePreferences } from './lib/preferences';
import { SessionProvider } from './lib/session';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // A refused request fails again. Only network errors, timeouts and server errors are retried, once.
      retry: (count, error) => count < 1 && !isRefused(error),
    },
  },
});

migratePreferences();
const language = setEntryLanguage();
// The router starts to fetch the first screen now, in parallel with the messages and the configuration below.
const router = createRouter();
await Promise.all([loadSharedMessages(language), loadConfig(), loadFirstFonts(router)]);

// The server has written these elements for crawlers. From now on each screen renders its own title and meta elements.
for (const element of document.head.querySelectorAll('[data-head]')) element.remove();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>,
);
registerOfflinePage();
