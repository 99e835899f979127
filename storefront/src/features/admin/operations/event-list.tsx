import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminEvents, eventStates } from '../../../api/operations';
import { formatNumber } from '../../../lib/format';
import { useLanguage } from '../../../lib/language-path';
import { AdminTable } from '../admin-table';
import { Listing } from '../listing';
import { useAnchor } from '../use-anchor';
import { DeadLetterOutcome } from './dead-letter-outcome';
import { EventRow } from './event-row';
import { EventSearch } from './event-search';
import styles from './operations.module.css';
import type { Outcome } from './use-dead-letter';
import { useOperationsView } from './use-operations-view';

const columns = ['event', 'when', 'state', 'jobs', 'more'] as const;
/** The server stops counting the matching events at this number. */
const maxCounted = 10_000;

/** The events that match the search; without a search, the newest events. */
export function EventList() {
  const { t } = useTranslation();
  const language = useLanguage();
  const heading = useId();
  const { view, choose, to } = useOperationsView();
  const { letters: _, ...filters } = view;
  const state = eventStates.find((name) => name === view.state);
  const list = useQuery(adminEvents({ ...filters, state }));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const section = useAnchor<HTMLElement>('#events', list.isFetched);
  return (
    <section id="events" ref={section} aria-labelledby={heading} className={styles.section}>
      <h2 id={heading}>{t('operations:events.title')}</h2>
      <EventSearch filters={filters} listed={list.data?.events ?? []} onSearch={choose} />
      <DeadLetterOutcome outcome={outcome} />
      <Listing
        list={list}
        failed={t('operations:events.failed')}
        empty={{ title: t('operations:events.none'), text: t('operations:events.noneText') }}
        count={(total) =>
          total >= maxCounted
            ? t('operations:events.many', { most: formatNumber(maxCounted, language) })
            : t('operations:events.count', { count: total })
        }
        to={(page) => to({ page })}
        pages={t('operations:events.pages')}
      >
        {({ events }) => (
          <AdminTable
            aria-labelledby={heading}
            className={styles.events}
            columns={columns.map((column) => t(`operations:events.column.${column}`))}
          >
            {events.map((event) => (
              <EventRow
                key={event.id + view.subject}
                event={event}
                openAtFirst={event.id === view.subject}
                onOutcome={setOutcome}
              />
            ))}
          </AdminTable>
        )}
      </Listing>
    </section>
  );
}
