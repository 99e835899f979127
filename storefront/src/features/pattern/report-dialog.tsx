import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReportForm, type ReportReason, reasons, reportPattern } from '../../api/reports';
import { errorMessage } from '../../lib/errors/error-message';
import { Button } from '../../ui/forms/button';
import { CloseButton } from '../../ui/overlays/icon-button';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './report-dialog.module.css';

const longestText = 2000;

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
          <p>{t('later:report.thanks')}</p>
          <Button onClick={close} autoFocus>
            {t('common:close')}
          </Button>
        </output>
      ) : (
        <Form pending={report.isPending} error={report.error} onSubmit={report.mutate} />
      )}
    </dialog>
  );
}

interface FormProps {
  pending: boolean;
  error: Error | null;
  onSubmit: (form: ReportForm) => void;
}

function Form({ pending, error, onSubmit }: FormProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<ReportReason>();
  const [text, setText] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIncomplete(!reason);
    if (reason) onSubmit({ reason, ...(text.trim() && { text: text.trim() }) });
  };
  return (
    <form onSubmit={submit} className={styles.form} noValidate>
      <p className="muted">{t('later:report.text')}</p>
      {incomplete && !reason && <FormProblem text={t('later:report.chooseReason')} />}
      <fieldset className={styles.reasons}>
        <legend>{t('later:report.reason')}</legend>
        {reasons.map((name) => (
          <label key={name}>
            <input type="radio" name="reason" value={name} checked={reason === name} onChange={() => setReason(name)} />
            {t(`later:report.reasons.${name}`)}
          </label>
        ))}
      </fieldset>
      <label className={styles.message}>
        {t('later:report.words')}
        <textarea
          rows={4}
          maxLength={longestText}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {error && <FormProblem text={errorMessage(t, error, t('later:report.failed'))} />}
      <Button type="submit" loading={pending}>
        {t('later:report.send')}
      </Button>
    </form>
  );
}
