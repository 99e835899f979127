import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { openQueueBoard } from '../../../api/operations';
import { Button } from '../../../ui/forms/button';
import styles from '../admin.module.css';
import { adminProblem } from '../admin-problem';

/** Opens the board that shows single jobs: a page of its own, which first has to know who comes. */
export function QueueBoardLink() {
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
        <span role="alert" className={styles.problem}>
          {adminProblem(t, opening.error)}
        </span>
      )}
    </>
  );
}
