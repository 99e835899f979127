import { useTranslation } from 'react-i18next';
import { PageHead } from '../ui/page-head';

export function Page() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <PageHead title={t('privacy:title')} hidden />
      <h1>{t('privacy:title')}</h1>
    </div>
  );
}
