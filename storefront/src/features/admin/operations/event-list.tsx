import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminEvents, eventStates } from '../../../api/operations';
import { formatNumber } from '../../../lib/format';
import { useLanguage } from '../../../lib/language-path';
import styles from '../admin.module.css';
import { EventRow } from './event-row';
import { EventSearch } from './event-search';
import { LetterOutcome } from './dead-letter-outcome';
import { Listing } from '../listing';
import own from './operations.module.css';
import { useAnchor } from '../use-anchor';
import type { Outcome } from './use-dead-letter';
import { useOperationsView } from './use-operations-view';

const columns = ['event', 'when', 'state', 'jobs', 'more'] as const;
/** The server counts no further. */
const mostCounted = 10_000;

/** The search among all events; without a choice, the newest. */
export function EventList() {
  const { t } = useTranslation();
  const language = useLanguage();
  const heading = useId();
  const { view, choose, to } = useOperationsView();
  const { letters: _, ...filters } = view;
  const state = eventStates.find((name) => name === view.state);
  const list = useQuery(adminEvents({ ...filters, state }));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const place = useAnchor<HTMLElement>('#events', list.isFetched);
  return (
    <section id="events" ref={place} aria-labelledby={heading} className={own.section}>
      <h2 id={heading}>{t('operations:events.title')}</h2>
      <EventSearch choice={filters} seen={list.data?.events ?? []} onChoose={choose} />
      <LetterOutcome outcome={outcome} />
      <Listing
        list={list}
        failed={t('operations:events.failed')}
        empty={{ title: t('operations:events.none'), text: t('operations:events.noneText') }}
        count={(total) =>
          total >= mostCounted
            ? t('operations:events.many', { most: formatNumber(mostCounted, language) })
            : t('operations:events.count', { count: total })
        }
        to={(page) => to({ page })}
        pages={t('operations:events.pages')}
      >
        {({ events }) => (
          <table className={`${styles.table} ${own.events}`} aria-labelledby={heading}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {t(`operations:events.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            {events.map((event) => (
              <EventRow
                key={event.id + view.subject}
                event={event}
                begun={event.id === view.subject}
                onOutcome={setOutcome}
              />
            ))}
          </table>
        )}
      </Listing>
    </section>
  );
}
