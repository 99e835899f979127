import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { moderation } from '../../api/moderation';
import { LocalLink } from '../../lib/language-path';
import { Button } from '../../ui/forms/button';
import { ModerationFailed } from './moderation-failed';
import styles from './moderation.module.css';

/**
 * A pattern that is not public: hidden, unpublished by its designer, or unknown.
 * @param justHidden the title of a pattern that the moderator has hidden on this screen
 */
export function HiddenPattern({ id, justHidden }: { id: string; justHidden?: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const restore = useMutation({
    mutationFn: () => moderation.restore(id),
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
      {!restore.isSuccess && (
        <Button variant="outline" loading={restore.isPending} onClick={() => restore.mutate()}>
          {t('moderation:restore')}
        </Button>
      )}
    </div>
  );
}
