import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { retryAt } from '../../lib/retry-at';
import { useFocusOnShow } from '../../lib/hooks/use-focus-on-show';
import { FormProblem } from '../../ui/forms/form-problem';
import type { Declaration } from '../../api/withdrawal';
import { Statement } from './statement';
import styles from './withdrawal.module.css';

interface ConfirmStepProps {
  declaration: Declaration;
  busy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onBack: () => void;
}

/** The second step: the declaration, and the button with the label that the law requires. */
export function ConfirmStep({ declaration, busy, error, onConfirm, onBack }: ConfirmStepProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const heading = useFocusOnShow<HTMLHeadingElement>();
  const again = retryAt(error, language);
  const problem = again ? t('withdrawal:problem.tooMany', { time: again }) : error && errorMessage(t, error);
  return (
    <section className={styles.form} aria-labelledby="check">
      <h2 id="check" tabIndex={-1} ref={heading}>
        {t('withdrawal:check.title')}
      </h2>
      <p className="muted">{t('withdrawal:check.text')}</p>
      <Statement
        text={t('withdrawal:statement')}
        contract={declaration.order_number}
        name={declaration.name}
        email={declaration.email}
      />
      {problem && <FormProblem title={t('withdrawal:problem.notSent')} text={problem} />}
      <div className={styles.actions}>
        <Button size="lg" loading={busy} onClick={onConfirm} className={styles.button}>
          {t('withdrawal:confirm')}
        </Button>
        <Button size="lg" variant="outline" disabled={busy} onClick={onBack}>
          {t('withdrawal:change')}
        </Button>
      </div>
    </section>
  );
}
