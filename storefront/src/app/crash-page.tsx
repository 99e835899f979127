import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { isStaleChunk, reloadOnce } from '../lib/stale-chunk';
import { whenConnected } from '../lib/when-connected';
import { Button } from '../ui/forms/button';
import { EmptyState } from '../ui/texts/empty-state';
import { PageHead } from '../ui/texts/page-head';
import { OpeningPage } from './opening-page';

const homeAfterMs = 1000;
const realBrowser = { reload: () => window.location.reload(), goHome: () => window.location.replace('/') };

interface CrashPageProps {
  /** Tests replace these functions, because the real functions leave the page. */
  browser?: typeof realBrowser;
}

/** The error page of a screen. Opens the home page after a failed navigation, and reloads when a chunk is missing. */
export function CrashPage({ browser = realBrowser }: CrashPageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const error = useRouteError();
  const isStale = isStaleChunk(error);
  // A reload without a connection would show the offline page and lose the state of the layout.
  const isOffline = isStale && !navigator.onLine;
  const [isReloading, setReloading] = useState(isStale && !isOffline);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- only session storage knows whether the page has already reloaded
    if (isStale && navigator.onLine) setReloading(reloadOnce(browser.reload));
    if (!isNavigationError(error)) return undefined;
    const timer = setTimeout(browser.goHome, homeAfterMs);
    return () => clearTimeout(timer);
  }, [error, isStale, browser]);
  if (isReloading) return <OpeningPage />;
  // Only a reload helps: the browser never requests a failed chunk again within the same page.
  const reload = whenConnected(async () => browser.reload());
  const tryAgain = isStale ? reload : () => navigate(pathname + search + hash, { replace: true });
  const text = t(isOffline ? 'errors:connection' : 'errors:crash.text');
  return (
    <div className="page">
      <PageHead title={t('errors:crash.title')} noindex />
      <EmptyState drawing="thread" heading="h1" live title={t('errors:crash.title')} text={text}>
        <Button onClick={tryAgain}>{t('errors:crash.tryAgain')}</Button>
        {!isOffline && (
          <Button variant="outline" onClick={browser.reload}>
            {t('errors:crash.reload')}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}

function isNavigationError(error: unknown): boolean {
  return error instanceof Error && /navigat|history|location/i.test(error.message);
}
