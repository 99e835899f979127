import { useTranslation } from 'react-i18next';
import { PageHead } from '../ui/page-head';

export function Page() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <PageHead title={t('account:title')} hidden />
      <h1>{t('account:title')}</h1>
    </div>
  );
}
