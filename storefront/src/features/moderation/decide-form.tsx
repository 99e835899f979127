import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Report } from '../../api/moderation';
import { problemWords } from '../../lib/problem-words';
import { Button } from '../../ui/forms/button';
import styles from './moderation.module.css';
import { ReasonField } from './reason-field';
import type { useDecisions } from './use-decisions';

const shortest = 3;

interface DecideFormProps {
  report: Report;
  decide: ReturnType<typeof useDecisions>['decide'];
}

export function DecideForm({ report, decide }: DecideFormProps) {
  const { t } = useTranslation();
  const title = report.pattern_title;
  // A draft is not in the shop: its report can only be settled.
  const hideable = report.pattern_status !== 'draft';
  const end = report.reason === 'resold-copy' ? 'settle' : 'dismiss';
  const [note, setNote] = useState(decide.variables?.note ?? '');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const hide = () => {
    const enough = note.trim().length >= shortest;
    setMissing(!enough);
    if (enough) decide.mutate({ decision: 'hidden', note: note.trim() });
    else field.current?.focus();
  };
  const dismiss = () => decide.mutate({ decision: 'dismissed', note: note.trim() });
  return (
    <form
      className={styles.decide}
      onSubmit={(event) => {
        event.preventDefault();
        if (hideable) hide();
        else dismiss();
      }}
    >
      <ReasonField
        ref={field}
        label={t('moderation:note.label')}
        note={t(hideable ? 'moderation:note.text' : 'moderation:note.settle')}
        problem={missing ? t('moderation:note.missing') : undefined}
        value={note}
        onChange={setNote}
      />
      {decide.isError && (
        <p role="alert" className={styles.problem}>
          <strong>{t('moderation:failed')}</strong> {problemWords(t, decide.error)}
        </p>
      )}
      <div className={styles.actions}>
        {hideable && (
          <Button type="submit" aria-label={t('moderation:hideTitle', { title })}>
            {t('moderation:hide')}
          </Button>
        )}
        <Button
          type={hideable ? 'button' : 'submit'}
          variant="outline"
          aria-label={t(`moderation:${end}Title`, { title })}
          onClick={hideable ? dismiss : undefined}
        >
          {t(`moderation:${end}`)}
        </Button>
      </div>
    </form>
  );
}
