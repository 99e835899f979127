import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventView } from '../../../api/operations';
import { useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import styles from '../admin.module.css';
import { EventDetails } from './event-details';
import own from './operations.module.css';
import { looks } from './status-colors';
import { formatExactly } from './operations-times';
import { StateMark } from '../state-mark';
import type { Outcome } from './use-dead-letter';

interface EventRowProps {
  event: EventView;
  /** Shows its details from the beginning. */
  begun: boolean;
  onOutcome: (outcome: Outcome) => void;
}

export function EventRow({ event: { id, type, state, occurredAt, deliveries }, begun, onOutcome }: EventRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const details = useId();
  const [open, setOpen] = useState(begun);
  const cell = (column: string) => ({ 'data-label': t(`operations:events.column.${column}`) });
  return (
    <tbody>
      <tr>
        <th scope="row" className={styles.who}>
          <code>{type}</code>
        </th>
        <td {...cell('when')} className="figures">
          {formatExactly(occurredAt, language)}
        </td>
        <td {...cell('state')}>
          <StateMark look={looks.event[state]}>{t(`operations:events.state.${state}`)}</StateMark>
        </td>
        <td {...cell('jobs')}>
          <ul className={own.jobs}>
            {deliveries.map((delivery) => (
              <li key={delivery.job}>
                <code>{delivery.job}</code>
                {delivery.state !== 'done' && (
                  <span className="muted small"> {t(`operations:delivery.${delivery.state}`)}</span>
                )}
              </li>
            ))}
          </ul>
        </td>
        <td>
          <Button
            variant="outline"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls={details}
            aria-label={t('operations:event.detailsOf', { type })}
            onClick={() => setOpen(!open)}
          >
            {t('operations:event.details')}
          </Button>
        </td>
      </tr>
      <tr className={styles.below} id={details} hidden={!open}>
        <td colSpan={5}>{open && <EventDetails id={id} onOutcome={onOutcome} />}</td>
      </tr>
    </tbody>
  );
}
