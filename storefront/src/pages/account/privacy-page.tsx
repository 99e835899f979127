import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { privacyPolicy } from '../../api/privacy';
import { PolicyText } from '../../features/privacy/policy-text';
import { useLanguage } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { LoadFailed } from '../../ui/texts/load-failed';
import { PageHead } from '../../ui/texts/page-head';
import styles from '../help/legal-page.module.css';

/** The current privacy policy. Its text comes from the server, which stores all versions. */
export function Page() {
  const { t } = useTranslation();
  const policy = useQuery(privacyPolicy(useLanguage()));
  return (
    <div className={`page prose ${styles.page}`}>
      <PageHead title={t('legal:privacy.title')} description={t('legal:privacy.lead')} />
      <h1>{t('legal:privacy.title')}</h1>
      <p className="lead">{t('legal:privacy.lead')}</p>
      {policy.isPending && <Skeleton height={720} />}
      {policy.isError && !policy.data && (
        <LoadFailed
          title={t('privacy:policy.loadFailedTitle')}
          text={errorMessage(t, policy.error, t('privacy:policy.loadFailed'))}
          error={policy.error}
          onRetry={() => policy.refetch()}
        />
      )}
      {policy.data && <PolicyText policy={policy.data} />}
    </div>
  );
}
