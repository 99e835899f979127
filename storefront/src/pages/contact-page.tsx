import { useTranslation } from 'react-i18next';
import { PageHead } from '../ui/page-head';

export function Page() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <PageHead title={t('help:title')} hidden />
      <h1>{t('help:title')}</h1>
    </div>
  );
}
