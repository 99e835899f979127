import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Report } from '../../api/moderation';
import { Button } from '../../ui/forms/button';
import { ReasonField } from '../../ui/forms/reason-field';
import { ModerationFailed } from './moderation-failed';
import styles from './moderation.module.css';
import type { useDecisions } from './use-decisions';

const minReason = 3;

interface DecideFormProps {
  report: Report;
  decide: ReturnType<typeof useDecisions>['decide'];
}

export function DecideForm({ report, decide }: DecideFormProps) {
  const { t } = useTranslation();
  const title = report.pattern_title;
  // A draft is not on sale and cannot be hidden. Its report can only be settled.
  const canHide = report.pattern_status !== 'draft';
  const closeAction = report.reason === 'resold-copy' ? 'settle' : 'dismiss';
  const [note, setNote] = useState(decide.variables?.note ?? '');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const hide = () => {
    const longEnough = note.trim().length >= minReason;
    setMissing(!longEnough);
    if (longEnough) decide.mutate({ decision: 'hidden', note: note.trim() });
    else field.current?.focus();
  };
  const dismiss = () => decide.mutate({ decision: 'dismissed', note: note.trim() });
  return (
    <form
      className={styles.decide}
      onSubmit={(event) => {
        event.preventDefault();
        if (canHide) hide();
        else dismiss();
      }}
    >
      <ReasonField
        ref={field}
        label={t('moderation:note.label')}
        hint={t(canHide ? 'moderation:note.text' : 'moderation:note.settle')}
        problem={missing && t('moderation:note.missing')}
        maxLength={2000}
        value={note}
        onChange={setNote}
      />
      <ModerationFailed error={decide.error} />
      <div className={styles.actions}>
        {canHide && (
          <Button type="submit" aria-label={t('moderation:hideTitle', { title })}>
            {t('moderation:hide')}
          </Button>
        )}
        <Button
          type={canHide ? 'button' : 'submit'}
          variant="outline"
          aria-label={t(`moderation:${closeAction}Title`, { title })}
          onClick={canHide ? dismiss : undefined}
        >
          {t(`moderation:${closeAction}`)}
        </Button>
      </div>
    </form>
  );
}
