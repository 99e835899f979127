import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Statement } from '../../../api/moderation';
import { useStatement } from '../../../lib/hooks/use-statement';
import { Button } from '../../../ui/forms/button';
import { StatementFields } from '../../../ui/forms/statement-fields';
import { Question } from '../question';
import styles from './user-access.module.css';

interface SuspendFormProps {
  name: string;
  busy: boolean;
  onSuspend: (statement: Required<Statement>) => void;
}

export function SuspendForm({ name, busy, onSuspend }: SuspendFormProps) {
  const { t } = useTranslation();
  const statement = useStatement();
  /** The complete statement that waits for the administrator's confirmation. */
  const [toConfirm, setToConfirm] = useState<Required<Statement> | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setToConfirm(statement.full());
  };
  return (
    <>
      <form onSubmit={submit} className={styles.form}>
        <StatementFields
          statement={statement}
          withGround
          hint={t('admin:access.reasonHint')}
          choose={t('admin:access.chooseGround')}
        />
        {!toConfirm && (
          <Button type="submit" loading={busy}>
            {t('admin:access.suspend')}
          </Button>
        )}
      </form>
      {toConfirm && (
        <Question
          question={t('admin:access.ask.suspend', { name })}
          yes={t('admin:access.yes.suspend')}
          onAnswer={(yes) => {
            setToConfirm(null);
            if (yes) onSuspend(toConfirm);
            else statement.fields.current?.querySelector('textarea')?.focus();
          }}
        />
      )}
    </>
  );
}
