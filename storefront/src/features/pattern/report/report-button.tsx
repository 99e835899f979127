import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadLaterMessages } from '../../../i18n/i18n';
import { whenConnected } from '../../../lib/when-connected';
import { Button } from '../../../ui/forms/button';

const ReportDialog = lazy(
  whenConnected(async () => {
    const [dialog] = await Promise.all([import('./report-dialog'), loadLaterMessages()]);
    return dialog;
  }),
);

/** Opens the form that reports a pattern, with or without an account (Art. 16 DSA). */
export function ReportButton({ patternId }: { patternId: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)} aria-haspopup="dialog">
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
