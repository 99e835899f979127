import { useTranslation } from 'react-i18next';
import { AdminTabs } from '../../features/admin/admin-tabs';
import { EventList } from '../../features/admin/operations/event-list';
import { DeadLetterList } from '../../features/admin/operations/dead-letter-list';
import { OperationsHealth } from '../../features/admin/operations/operations-health';
import { PageHead } from '../../ui/texts/page-head';

export function Page() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <PageHead title={t('operations:title')} noindex />
      <h1>{t('operations:title')}</h1>
      <AdminTabs current="operations" />
      <OperationsHealth />
      <DeadLetterList />
      <EventList />
    </div>
  );
}
