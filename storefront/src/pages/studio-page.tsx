import { useTranslation } from 'react-i18next';
import { PageHead } from '../ui/page-head';

export function Page() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <PageHead title={t('studio:title')} hidden />
      <h1>{t('studio:title')}</h1>
    </div>
  );
}
