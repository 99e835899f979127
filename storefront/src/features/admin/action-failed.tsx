import { useTranslation } from 'react-i18next';
import { adminErrorMessage } from './admin-error';
import styles from './admin.module.css';

/** The message for a failed action of an administrator. */
export function ActionFailed({ title, error }: { title?: string; error: unknown }) {
  const { t } = useTranslation();
  if (!error) return null;
  return (
    <p role="alert" className={styles.problem}>
      {title && <strong>{title}</strong>} {adminErrorMessage(t, error)}
    </p>
  );
}
