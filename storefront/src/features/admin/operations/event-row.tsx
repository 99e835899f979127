import { useTranslation } from 'react-i18next';
import type { EventView } from '../../../api/operations';
import { useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import adminStyles from '../admin.module.css';
import { StateTag } from '../state-tag';
import { useRowDetails } from '../use-row-details';
import { EventDetails } from './event-details';
import styles from './operations.module.css';
import { formatExactly } from './operations-times';
import { statusColors } from './status-colors';
import type { Outcome } from './use-dead-letter';

interface EventRowProps {
  event: EventView;
  openAtFirst: boolean;
  onOutcome: (outcome: Outcome) => void;
}

export function EventRow({ event, openAtFirst, onOutcome }: EventRowProps) {
  const { id, type, state, occurredAt, deliveries: executions } = event;
  const { t } = useTranslation();
  const language = useLanguage();
  const details = useRowDetails(openAtFirst);
  const cell = (column: string) => ({ 'data-label': t(`operations:events.column.${column}`) });
  return (
    <tbody>
      <tr>
        <th scope="row" className={adminStyles.who}>
          <code>{type}</code>
        </th>
        <td {...cell('when')} className="figures">
          {formatExactly(occurredAt, language)}
        </td>
        <td {...cell('state')}>
          <StateTag color={statusColors.event[state]}>{t(`operations:events.state.${state}`)}</StateTag>
        </td>
        <td {...cell('jobs')}>
          <ul className={styles.jobs}>
            {executions.map((execution) => (
              <li key={execution.job}>
                <code>{execution.job}</code>
                {execution.state !== 'done' && (
                  <span className="muted small"> {t(`operations:delivery.${execution.state}`)}</span>
                )}
              </li>
            ))}
          </ul>
        </td>
        <td>
          <Button {...details.button} aria-label={t('operations:event.detailsOf', { type })}>
            {t('operations:event.details')}
          </Button>
        </td>
      </tr>
      <tr {...details.row}>
        <td colSpan={5}>{details.open && <EventDetails id={id} onOutcome={onOutcome} />}</td>
      </tr>
    </tbody>
  );
}
