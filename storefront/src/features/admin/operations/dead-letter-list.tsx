import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminEvents, type EventPage } from '../../../api/operations';
import { AdminTable } from '../admin-table';
import { Listing } from '../listing';
import { useFocusWithin } from '../use-focus-within';
import { DeadLetterOutcome } from './dead-letter-outcome';
import { DeadLetterRow } from './dead-letter-row';
import styles from './operations.module.css';
import { ReplayAll } from './replay-all';
import type { Outcome } from './use-dead-letter';
import { useOperationsView } from './use-operations-view';

const columns = ['job', 'error', 'deadAt', 'more'] as const;

/** The dead letters. The list refreshes itself, except while an element in the list has the focus. */
export function DeadLetterList() {
  const { t } = useTranslation();
  const heading = useId();
  const { view, to } = useOperationsView();
  const section = useRef<HTMLElement>(null);
  const hasFocus = useFocusWithin(section);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const list = useQuery({
    ...adminEvents({ state: 'dead', page: view.letters, limit: 10 }),
    refetchInterval: hasFocus ? false : 10_000,
  });
  return (
    <section id="letters" ref={section} aria-labelledby={heading} className={styles.section}>
      <h2 id={heading}>{t('operations:letters.title')}</h2>
      <p className="muted">{t('operations:letters.lead')}</p>
      <DeadLetterOutcome outcome={outcome} />
      {list.data && <ReplayAll jobs={deadJobs(list.data)} onOutcome={setOutcome} />}
      <Listing
        list={list}
        failed={t('operations:letters.failed')}
        empty={{ title: t('operations:letters.none'), text: t('operations:letters.noneText') }}
        count={(total) => (total === 0 ? '' : t('operations:letters.count', { count: total }))}
        to={(letters) => to({ letters })}
        pages={t('operations:letters.pages')}
      >
        {(page) => (
          <AdminTable
            aria-labelledby={heading}
            className={styles.letters}
            columns={columns.map((column) => t(`operations:letters.column.${column}`))}
          >
            {deadLetters(page).map(({ event, execution }) => (
              <DeadLetterRow
                key={event.id + execution.job}
                event={event}
                execution={execution}
                onOutcome={setOutcome}
              />
            ))}
          </AdminTable>
        )}
      </Listing>
    </section>
  );
}

const deadLetters = ({ events }: EventPage) =>
  events.flatMap((event) =>
    event.deliveries.filter(({ state }) => state === 'dead').map((execution) => ({ event, execution })),
  );

const deadJobs = (page: EventPage) => [...new Set(deadLetters(page).map(({ execution }) => execution.job))].toSorted();
