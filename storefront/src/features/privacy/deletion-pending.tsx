import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { privacy } from '../../api/privacy';
import { formatMoment } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './privacy.module.css';

export function DeletionPending({ erasesAt, onUndone }: { erasesAt: string; onUndone: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const undo = useMutation({ mutationFn: () => privacy.undoDeletion(), onSuccess: onUndone });
  return (
    <div className={styles.pending} aria-live="polite">
      <h3>{t('privacy:deletion.pending', { date: formatMoment(erasesAt, language) })}</h3>
      <p>{t('privacy:deletion.pendingText')}</p>
      {undo.isError && <FormProblem text={errorMessage(t, undo.error, t('privacy:deletion.failed'))} />}
      <Button loading={undo.isPending} onClick={() => undo.mutate()}>
        {t('privacy:deletion.undo')}
      </Button>
    </div>
  );
}
