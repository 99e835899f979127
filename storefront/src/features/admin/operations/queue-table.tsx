import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueueHealth } from '../../../api/operations';
import { formatNumber } from '../../../lib/format';
import { useLanguage } from '../../../lib/language-path';
import styles from './health.module.css';
import { looks } from './status-colors';
import { formatAge } from './operations-times';
import { QueueBoardLink } from './queue-board-link';
import { StateMark } from '../state-mark';

const figures = ['waiting', 'active', 'delayed', 'failed', 'open'] as const;
const backends = { redis: 'Redis', postgres: 'PostgreSQL' } as const;

/** Every queue with its figures, and the way to the board that shows single jobs. */
export function QueueTable({ queues, backend }: { queues: QueueHealth[]; backend: keyof typeof backends }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const heading = useId();
  const head = (column: string) => t(`operations:queues.${column}`);
  const number = (value: number | null) => (value === null ? '?' : formatNumber(value, language));
  return (
    <section aria-labelledby={heading} className={styles.group}>
      <h2 id={heading}>{t('operations:queues.title')}</h2>
      <table className={`${styles.queues} figures`} aria-labelledby={heading}>
        <thead>
          <tr>
            {['name', 'state', ...figures, 'oldest'].map((column) => (
              <th key={column} scope="col">
                {head(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.name}>
              <th scope="row">
                <code>{queue.name}</code>
              </th>
              <td>
                <StateMark look={looks.part[queue.state]}>{t(`operations:state.${queue.state}`)}</StateMark>
              </td>
              {figures.map((figure) => (
                <td key={figure} data-label={head(figure)} data-none={queue[figure] === 0 || undefined}>
                  {number(queue[figure])}
                </td>
              ))}
              <td data-label={head('oldest')} data-none={queue.open === 0 || undefined}>
                {queue.oldestAgeSeconds === null && '?'}
                {queue.oldestAgeSeconds !== null &&
                  (queue.open === 0 ? '–' : formatAge(queue.oldestAgeSeconds, language))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted small">
        {t('operations:queues.note', { backend: backends[backend] })} <QueueBoardLink />
      </p>
    </section>
  );
}
