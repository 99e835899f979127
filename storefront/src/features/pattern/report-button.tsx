import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { loadLaterMessages } from '../../i18n/i18n';
import { useLocalPath } from '../../lib/language-path';
import { authPath } from '../../lib/return-path';
import { useSession } from '../../lib/session';
import { whenConnected } from '../../lib/when-connected';
import { Button } from '../../ui/forms/button';
import { recall, remember } from './after-sign-in';

const ReportDialog = lazy(
  whenConnected(async () => {
    const [dialog] = await Promise.all([import('./report-dialog'), loadLaterMessages()]);
    return dialog;
  }),
);

/** Opens the form that reports a pattern. The law requires marketplaces to have one. Visitors sign in first. */
export function ReportButton({ patternId }: { patternId: string }) {
  const { t } = useTranslation();
  const { isAuthenticated } = useSession();
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const local = useLocalPath();
  const location = useLocation();
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the dialog cannot open before the session has loaded
    if (isAuthenticated && recall('report', patternId)) setOpen(true);
  }, [isAuthenticated, patternId]);
  const openDialog = () => {
    if (isAuthenticated) return setOpen(true);
    remember('report', patternId);
    return void navigate(authPath(local('/login'), location));
  };
  return (
    <>
      <Button variant="subtle" onClick={openDialog} aria-haspopup="dialog">
        {t('detail:report.action')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ReportDialog patternId={patternId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
