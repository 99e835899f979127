import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { DecisionLog } from '../../features/moderation/decision-log';
import { DirectModeration } from '../../features/moderation/direct-moderation';
import styles from '../../features/moderation/moderation.module.css';
import { ReportList } from '../../features/moderation/report-list';
import { PageHead } from '../../ui/texts/page-head';

export function Page() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const isLog = params.get('state') === 'log';
  return (
    <div className="page">
      <PageHead title={t('moderation:title')} noindex />
      <h1>{t('moderation:title')}</h1>
      <p className={styles.lead}>{t('moderation:lead')}</p>
      <p className={styles.lead}>{t('moderation:urgent')}</p>
      {isLog ? <DecisionLog /> : <ReportList />}
      {!isLog && <DirectModeration />}
    </div>
  );
}
