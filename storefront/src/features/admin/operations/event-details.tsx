import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminEvent } from '../../../api/operations';
import { LocalLink, useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import { Skeleton } from '../../../ui/texts/skeleton';
import styles from '../admin.module.css';
import { adminProblem } from '../admin-problem';
import { EventDeeds } from './event-actions';
import { EventDeliveryView } from './event-delivery';
import own from './operations.module.css';
import { formatExactly } from './operations-times';
import type { Outcome } from './use-dead-letter';

interface EventDetailsProps {
  id: string;
  onOutcome: (outcome: Outcome) => void;
}

/** Everything about one event: what it carries, who owes what to it, and what people did. */
export function EventDetails({ id, onOutcome }: EventDetailsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const event = useQuery(adminEvent(id));
  if (event.isPending) {
    return (
      <div aria-busy="true" className={own.details}>
        <Skeleton height="12rem" />
      </div>
    );
  }
  if (event.isError && !event.data) {
    return (
      <div className={styles.question} role="alert">
        <p>{adminProblem(t, event.error)}</p>
        <Button variant="outline" onClick={() => event.refetch()}>
          {t('common:tryAgain')}
        </Button>
      </div>
    );
  }
  const { type, payload, occurredAt, relayedAt, deliveries, deeds } = event.data!;
  const carried = Object.entries(payload).filter(([name]) => name !== 'type');
  const facts: [name: string, value: string, code: boolean][] = [
    [t('operations:event.id'), id, true],
    [t('operations:event.type'), type, true],
    [t('operations:event.occurredAt'), formatExactly(occurredAt, language), false],
    [
      t('operations:event.relayedAt'),
      relayedAt ? formatExactly(relayedAt, language) : t('operations:event.notRelayed'),
      false,
    ],
  ];
  return (
    <div className={own.details}>
      <dl className={`${own.facts} figures`}>
        {facts.map(([name, value, code]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{code ? <code>{value}</code> : value}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('operations:event.payload')}</h3>
      <dl className={`${own.facts} figures`}>
        {carried.map(([name, value]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
            </dd>
          </div>
        ))}
      </dl>
      <h3>{t('operations:event.deliveries')}</h3>
      {deliveries.length === 0 && <p className="muted">{t('operations:event.noDeliveries')}</p>}
      <ul className={own.deliveries}>
        {deliveries.map((delivery) => (
          <EventDeliveryView key={delivery.job} eventId={id} delivery={delivery} onOutcome={onOutcome} />
        ))}
      </ul>
      <EventDeeds deeds={deeds} />
      <p className="small">
        <LocalLink to={`/admin/operations?subject=${id}#events`}>{t('operations:event.link')}</LocalLink>
      </p>
    </div>
  );
}
