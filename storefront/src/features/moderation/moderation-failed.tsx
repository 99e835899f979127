import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../lib/errors/error-message';
import styles from './moderation.module.css';

export function ModerationFailed({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  if (!error) return null;
  return (
    <p role="alert" className={styles.problem}>
      <strong>{t('moderation:failed')}</strong> {errorMessage(t, error)}
    </p>
  );
}
