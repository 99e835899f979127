import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminEvents, type EventPage } from '../../../api/operations';
import styles from '../admin.module.css';
import { LetterOutcome } from './dead-letter-outcome';
import { LetterRow } from './dead-letter-row';
import { Listing } from '../listing';
import own from './operations.module.css';
import { ReplayAll } from './replay-all';
import { useFocusWithin } from '../use-focus-within';
import type { Outcome } from './use-dead-letter';
import { useOperationsView } from './use-operations-view';

const columns = ['job', 'error', 'deadAt', 'more'] as const;

/** Dead letters that wait for an operator. The list refreshes itself, except while the user works in it. */
export function LetterList() {
  const { t } = useTranslation();
  const heading = useId();
  const { view, to } = useOperationsView();
  const place = useRef<HTMLElement>(null);
  const inside = useFocusWithin(place);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const list = useQuery({
    ...adminEvents({ state: 'dead', page: view.letters, limit: 10 }),
    refetchInterval: inside ? false : 10_000,
  });
  return (
    <section id="letters" ref={place} aria-labelledby={heading} className={own.section}>
      <h2 id={heading}>{t('operations:letters.title')}</h2>
      <p className="muted">{t('operations:letters.lead')}</p>
      <LetterOutcome outcome={outcome} />
      {list.data && <ReplayAll jobs={jobsOf(list.data)} onOutcome={setOutcome} />}
      <Listing
        list={list}
        failed={t('operations:letters.failed')}
        empty={{ title: t('operations:letters.none'), text: t('operations:letters.noneText') }}
        count={(total) => (total === 0 ? '' : t('operations:letters.count', { count: total }))}
        to={(letters) => to({ letters })}
        pages={t('operations:letters.pages')}
      >
        {({ events }) => (
          <table className={`${styles.table} ${own.letters}`} aria-labelledby={heading}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {t(`operations:letters.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            {events.flatMap((event) =>
              event.deliveries
                .filter(({ state }) => state === 'dead')
                .map((delivery) => (
                  <LetterRow key={event.id + delivery.job} event={event} delivery={delivery} onOutcome={setOutcome} />
                )),
            )}
          </table>
        )}
      </Listing>
    </section>
  );
}

const jobsOf = ({ events }: EventPage) =>
  [
    ...new Set(
      events.flatMap(({ deliveries }) => deliveries.filter(({ state }) => state === 'dead').map(({ job }) => job)),
    ),
  ].toSorted();
