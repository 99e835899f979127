import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/forms/button';
import { adminErrorMessage } from './admin-error';
import styles from './admin.module.css';

interface LoadProblemProps {
  title?: string;
  error: Error;
  onRetry: () => void;
}

/** Shown in place of content that failed to load. */
export function LoadProblem({ title, error, onRetry }: LoadProblemProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.question} role="alert">
      <p>
        {title && <strong>{title}</strong>} {adminErrorMessage(t, error)}
      </p>
      <Button variant="outline" onClick={onRetry}>
        {t('common:tryAgain')}
      </Button>
    </div>
  );
}
