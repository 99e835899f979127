import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { openQueueBoard, type QueueHealth } from '../../../api/operations';
import { formatNumber } from '../../../lib/format';
import { useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import adminStyles from '../admin.module.css';
import { adminErrorMessage } from '../admin-error';
import { TableHead } from '../admin-table';
import styles from './health.module.css';
import { backendNames } from './operations-parts';
import { statusColors } from './status-colors';
import { formatAge } from './operations-times';
import { StateTag } from '../state-tag';

const figures = ['waiting', 'active', 'delayed', 'failed', 'open'] as const;

/** All queues with their figures, and a link to the dashboard that shows the jobs of each queue. */
export function QueueTable({ queues, backend }: { queues: QueueHealth[]; backend: keyof typeof backendNames }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const heading = useId();
  const head = (column: string) => t(`operations:queues.${column}`);
  const number = (value: number | null) => (value === null ? '?' : formatNumber(value, language));
  return (
    <section aria-labelledby={heading} className={styles.group}>
      <h2 id={heading}>{t('operations:queues.title')}</h2>
      <table className={`${styles.queues} figures`} aria-labelledby={heading}>
        <TableHead columns={['name', 'state', ...figures, 'oldest'].map(head)} />
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.name}>
              <th scope="row">
                <code>{queue.name}</code>
              </th>
              <td>
                <StateTag color={statusColors.part[queue.state]}>{t(`operations:state.${queue.state}`)}</StateTag>
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
        {t('operations:queues.note', { backend: backendNames[backend] })} <QueueBoardLink />
      </p>
    </section>
  );
}

/** Requests access to the queue dashboard for this browser, then opens the dashboard, a separate page. */
function QueueBoardLink() {
  const { t } = useTranslation();
  const opening = useMutation({
    mutationFn: openQueueBoard,
    onSuccess: () => window.location.assign('/api/admin/queues'),
  });
  return (
    <>
      <Button variant="outline" loading={opening.isPending} onClick={() => opening.mutate()}>
        {t('operations:queues.board')}
      </Button>
      {opening.isError && (
        <span role="alert" className={adminStyles.problem}>
          {adminErrorMessage(t, opening.error)}
        </span>
      )}
    </>
  );
}
