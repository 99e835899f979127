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

/** Opens the form that reports a pattern, which the law requires of a marketplace. Visitors sign in first. */
export function ReportButton({ patternId }: { patternId: string }) {
  const { t } = useTranslation();
  const { isAuthenticated } = useSession();
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const local = useLocalPath();
  const here = useLocation();
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- only the session tells whether the visitor returns from the sign-in
    if (isAuthenticated && recall('report', patternId)) setOpen(true);
  }, [isAuthenticated, patternId]);
  const ask = () => {
    if (isAuthenticated) return setOpen(true);
    remember('report', patternId);
    return void navigate(authPath(local('/login'), here));
  };
  return (
    <>
      <Button variant="subtle" onClick={ask} aria-haspopup="dialog">
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
