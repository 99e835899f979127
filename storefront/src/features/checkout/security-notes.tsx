import { useTranslation } from 'react-i18next';
import styles from './checkout.module.css';

export function SecurityNotes() {
  const { t } = useTranslation();
  return (
    <ul className={styles.security}>
      <li>{t('checkout:card.security')}</li>
      <li>{t('checkout:card.once')}</li>
    </ul>
  );
}
