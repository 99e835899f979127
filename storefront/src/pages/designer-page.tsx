import { useTranslation } from 'react-i18next';
import { PageHead } from '../ui/page-head';

export function Page() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <PageHead title={t('designers:title')} hidden />
      <h1>{t('designers:title')}</h1>
    </div>
  );
}
