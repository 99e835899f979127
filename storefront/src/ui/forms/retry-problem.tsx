import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { FormProblem } from './form-problem';
import styles from './form-problem.module.css';

interface RetryProblemProps {
  title?: string;
  text: string;
  onRetry: () => void;
}

/** Replaces a part of a screen that failed to load. The button requests the part again. */
export function RetryProblem({ title, text, onRetry }: RetryProblemProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.retry}>
      <FormProblem title={title} text={text} />
      <Button variant="outline" onClick={onRetry}>
        {t('common:tryAgain')}
      </Button>
    </div>
  );
}
