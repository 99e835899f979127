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
  /** Functions that only a real browser has. */
  browser?: typeof realBrowser;
}

/** The error page of a screen. A failed navigation leads home, a missing chunk causes a reload. */
export function CrashPage({ browser = realBrowser }: CrashPageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const error = useRouteError();
  const stale = isStaleChunk(error);
  // Without a connection a reload would show the offline page and lose the state of the layout.
  const cutOff = stale && !navigator.onLine;
  const [waiting, setWaiting] = useState(stale && !cutOff);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- only session storage contains whether a reload was tried
    if (stale && navigator.onLine) setWaiting(reloadOnce(browser.reload));
    if (!isNavigationProblem(error)) return undefined;
    const timer = setTimeout(browser.goHome, homeAfterMs);
    return () => clearTimeout(timer);
  }, [error, stale, browser]);
  if (waiting) return <OpeningPage />;
  // The browser does not request a failed chunk a second time within the same page.
  const reload = whenConnected(async () => browser.reload());
  const tryAgain = stale ? reload : () => navigate(pathname + search + hash, { replace: true });
  const text = t(cutOff ? 'errors:connection' : 'errors:crash.text');
  return (
    <div className="page">
      <PageHead title={t('errors:crash.title')} hidden />
      <EmptyState drawing="thread" heading="h1" live title={t('errors:crash.title')} text={text}>
        <Button onClick={tryAgain}>{t('errors:crash.tryAgain')}</Button>
        {!cutOff && (
          <Button variant="outline" onClick={browser.reload}>
            {t('errors:crash.reload')}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}

function isNavigationProblem(error: unknown): boolean {
  return error instanceof Error && /navigat|history|location/i.test(error.message);
}
