import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AuditEntry, myAuditLog } from '../../api/privacy';
import { useLanguage } from '../../lib/language-path';
import { EmptyState } from '../../ui/texts/empty-state';
import { ActivityEntry } from './activity-entry';
import styles from './privacy.module.css';
import { Section } from './section';

const pageSize = 50;
/** The server returns at most this number of entries. */
const maxEntries = 200;

export function ActivityLog() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [limit, setLimit] = useState(pageSize);
  const query = useQuery(myAuditLog(limit, language));
  return (
    <Section title={t('privacy:log.title')} text={t('privacy:log.text')} query={query} height={240}>
      {(entries) =>
        entries.length === 0 ? (
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
            <OlderButton
              entries={entries}
              limit={limit}
              loading={query.isPlaceholderData}
              onMore={() => setLimit(Math.min(limit + pageSize, maxEntries))}
            />
          </>
        )
      }
    </Section>
  );
}

interface OlderProps {
  entries: AuditEntry[];
  limit: number;
  loading: boolean;
  onMore: () => void;
}

function OlderButton({ entries, limit, loading, onMore }: OlderProps) {
  const { t } = useTranslation();
  if (!loading && entries.length < limit) return null;
  if (!loading && limit >= maxEntries) return <p className="muted small">{t('privacy:log.rest')}</p>;
  return (
    <Button variant="outline" className={styles.older} loading={loading} onClick={onMore}>
      {t('privacy:log.more')}
    </Button>
  );
}
