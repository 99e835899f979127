import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { moderation } from '../../api/moderation';
import { LocalLink } from '../../lib/language-path';
import { ModerationFailed } from './moderation-failed';
import styles from './moderation.module.css';
import { RestoreForm } from './restore-form';

/**
 * A pattern that is not public: hidden, unpublished by its designer, or unknown.
 * @param justHidden the title of a pattern that the moderator has hidden on this screen
 */
export function NonPublicPattern({ id, justHidden }: { id: string; justHidden?: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const restore = useMutation({
    mutationFn: (reason: string) => moderation.restore(id, reason),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['pattern', id], refetchType: 'none' }),
  });
  return (
    <div className={styles.decided}>
      <output>
        {restore.isSuccess
          ? t(`moderation:direct.now.${restore.data.status}`)
          : justHidden
            ? t('moderation:direct.hidden', { title: justHidden })
            : t('moderation:direct.notPublic')}
        {restore.data?.status === 'published' && (
          <>
            {' '}
            <LocalLink to={`/patterns/${id}`}>{t('moderation:direct.open')}</LocalLink>
          </>
        )}
      </output>
      <ModerationFailed error={restore.error} />
      {!restore.isSuccess && <RestoreForm busy={restore.isPending} onRestore={restore.mutate} />}
    </div>
  );
}
