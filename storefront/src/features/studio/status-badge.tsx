import { useTranslation } from 'react-i18next';
import type { OwnPatternCard } from '../../api/studio';
import styles from './studio.module.css';

export function StatusBadge({ status }: { status: OwnPatternCard['status'] }) {
  const { t } = useTranslation();
  return (
    <span className={styles.status} data-status={status}>
      {t(`studio:status.${status}`)}
    </span>
  );
}
