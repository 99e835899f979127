import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemWords } from '../../lib/problem-words';
import { Button } from '../../ui/button';
import styles from './moderation.module.css';
import { ReasonField } from './reason-field';
import type { useDecisions } from './use-decisions';

const shortest = 3;

interface DecideFormProps {
  title: string;
  decide: ReturnType<typeof useDecisions>['decide'];
}

export function DecideForm({ title, decide }: DecideFormProps) {
  const { t } = useTranslation();
  const [note, setNote] = useState(decide.variables?.note ?? '');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const hide = () => {
    const enough = note.trim().length >= shortest;
    setMissing(!enough);
    if (enough) decide.mutate({ decision: 'hidden', note: note.trim() });
    else field.current?.focus();
  };
  return (
    <form
      className={styles.decide}
      onSubmit={(event) => {
        event.preventDefault();
        hide();
      }}
    >
      <ReasonField
        ref={field}
        label={t('moderation:note.label')}
        note={t('moderation:note.text')}
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
        <Button type="submit" aria-label={t('moderation:hideTitle', { title })}>
          {t('moderation:hide')}
        </Button>
        <Button
          variant="outline"
          aria-label={t('moderation:dismissTitle', { title })}
          onClick={() => decide.mutate({ decision: 'dismissed', note: note.trim() })}
        >
          {t('moderation:dismiss')}
        </Button>
      </div>
    </form>
  );
}
