import { useTranslation } from 'react-i18next';
import { PreferencesPanel } from '../../features/preferences/preferences-panel';
import { PageHead } from '../../ui/texts/page-head';
import styles from './preferences-page.module.css';

export function Page() {
  const { t } = useTranslation();
  return (
    <div className={`page prose ${styles.page}`}>
      <PageHead title={t('preferences:title')} description={t('preferences:lead')} noindex />
      <div className={styles.head}>
        <h1>{t('preferences:title')}</h1>
        <p className="muted">{t('preferences:lead')}</p>
      </div>
      <PreferencesPanel />
    </div>
  );
}
