import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { barePath } from '../../../lib/language-path';
import { ConfirmDialog } from '../confirm-dialog';

interface LeaveGuardProps {
  unsaved: boolean;
  uploading: boolean;
}

/** Asks for confirmation before the designer leaves the page with unsaved input or with an upload in progress. */
export function LeaveGuard({ unsaved, uploading }: LeaveGuardProps) {
  const { t } = useTranslation();
  const guarded = unsaved || uploading;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const state = nextLocation.state as { saved?: boolean } | null;
    if (!guarded || state?.saved) return false;
    const samePage = barePath(currentLocation.pathname) === barePath(nextLocation.pathname);
    // The same page in another language restores the input, but a change of language aborts an upload.
    return !samePage || (uploading && currentLocation.pathname !== nextLocation.pathname);
  });
  useEffect(() => {
    if (!guarded) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [guarded]);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('studio:leave.title')}
      text={t(uploading ? 'studio:leave.uploading' : 'studio:leave.unsaved')}
      confirm={t('studio:leave.confirm')}
      cancel={t('studio:leave.stay')}
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    />
  );
}
