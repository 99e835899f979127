import { useTranslation } from 'react-i18next';
import { DirectModeration } from '../../features/moderation/direct-moderation';
import styles from '../../features/moderation/moderation.module.css';
import { ReportList } from '../../features/moderation/report-list';
import { PageHead } from '../../ui/texts/page-head';

export function Page() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <PageHead title={t('moderation:title')} hidden />
      <h1>{t('moderation:title')}</h1>
      <p className={styles.lead}>{t('moderation:lead')}</p>
      <ReportList />
      <DirectModeration />
    </div>
  );
}
