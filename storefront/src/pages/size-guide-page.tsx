import { useTranslation } from 'react-i18next';
import { PageHead } from '../ui/page-head';

export function Page() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <PageHead title={t('sizes:title')} hidden />
      <h1>{t('sizes:title')}</h1>
    </div>
  );
}
