import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReportForm, reportPattern } from '../../../api/reports';
import { Button } from '../../../ui/forms/button';
import { CloseButton } from '../../../ui/overlays/icon-button';
import styles from './report-dialog.module.css';
import { ReportFields } from './report-fields';

interface ReportDialogProps {
  patternId: string;
  onClose: () => void;
}

/** Sends a report about a pattern to the moderators. */
export default function ReportDialog({ patternId, onClose }: ReportDialogProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const report = useMutation({ mutationFn: (form: ReportForm) => reportPattern(patternId, form) });
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const close = () => dialog.current?.close();
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={heading} onClose={onClose}>
      <div className={styles.head}>
        <h2 id={heading}>{t('later:report.title')}</h2>
        <CloseButton aria-label={t('common:close')} onClick={close} />
      </div>
      {report.isSuccess ? (
        <output className={styles.form}>
          <p>
            {t('later:report.thanks')} {t('later:report.reference', { reference: report.data.reference })}
          </p>
          <Button onClick={close} autoFocus>
            {t('common:close')}
          </Button>
        </output>
      ) : (
        <ReportFields pending={report.isPending} error={report.error} onSubmit={report.mutate} />
      )}
    </dialog>
  );
}
