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
  /** What only a real browser can do. */
  browser?: typeof realBrowser;
}

/** What a visitor sees when a screen fails to draw. A failed navigation goes home, a file that is gone is fetched anew. */
export function CrashPage({ browser = realBrowser }: CrashPageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const error = useRouteError();
  const stale = isStaleChunk(error);
  // Without a connection a reload would lead to the offline page, and lose what stands in the frame.
  const cutOff = stale && !navigator.onLine;
  const [waiting, setWaiting] = useState(stale && !cutOff);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- whether it was tried is known to the session's memory alone
    if (stale && navigator.onLine) setWaiting(reloadOnce(browser.reload));
    if (!isNavigationProblem(error)) return undefined;
    const timer = setTimeout(browser.goHome, homeAfterMs);
    return () => clearTimeout(timer);
  }, [error, stale, browser]);
  if (waiting) return <OpeningPage />;
  // A file that did not come is not asked for a second time within the same page.
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
