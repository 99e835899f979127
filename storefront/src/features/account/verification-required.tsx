import { useTranslation } from 'react-i18next';
import { LocalLink } from '../../lib/language-path';
import { PageHead } from '../../ui/page-head';

/** What somebody without a confirmed address sees where one is needed. */
export function VerificationRequired() {
  const { t } = useTranslation();
  return (
    <div className="page column">
      <PageHead title={t('common:verificationRequired.title')} hidden />
      <h1>{t('common:verificationRequired.title')}</h1>
      <p>{t('common:verificationRequired.text')}</p>
      <p>
        <LocalLink to="/profile">{t('common:verificationRequired.toProfile')}</LocalLink>
      </p>
    </div>
  );
}
