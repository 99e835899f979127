import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { myAuditLog } from '../../api/privacy';
import { useLanguage } from '../../lib/language-path';
import { EmptyState } from '../../ui/texts/empty-state';
import { ActivityEntry } from './activity-entry';
import styles from './privacy.module.css';
import { Section } from './section';

export function ActivityLog() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const query = useQuery(myAuditLog(page, language));
  return (
    <Section title={t('privacy:log.title')} text={t('privacy:log.text')} query={query} height={240}>
      {({ entries, total, total_pages: pages }) =>
        total === 0 ? (
          <EmptyState
            drawing="envelope"
            heading="h3"
            title={t('privacy:log.emptyTitle')}
            text={t('privacy:log.emptyText')}
          />
        ) : (
          <>
            <ol className={styles.rows}>
              {entries.map((entry) => (
                <ActivityEntry key={entry.id} entry={entry} />
              ))}
            </ol>
            {pages > 1 && <Pages page={page} pages={pages} loading={query.isPlaceholderData} onPage={setPage} />}
          </>
        )
      }
    </Section>
  );
}

interface PagesProps {
  page: number;
  pages: number;
  loading: boolean;
  onPage: (page: number) => void;
}

function Pages({ page, pages, loading, onPage }: PagesProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.pages}>
      <Button variant="outline" disabled={page === 1 || loading} onClick={() => onPage(page - 1)}>
        {t('privacy:log.newer')}
      </Button>
      <output className="muted small">{t('privacy:log.page', { page, pages })}</output>
      <Button variant="outline" disabled={page >= pages || loading} onClick={() => onPage(page + 1)}>
        {t('privacy:log.older')}
      </Button>
    </div>
  );
}
