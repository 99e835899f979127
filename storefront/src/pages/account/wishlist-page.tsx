import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { myWishlist, type WishlistItem } from '../../api/wishlist';
import { RemovedBar } from '../../features/wishlist/removed-bar';
import { useRemoval } from '../../features/wishlist/use-removal';
import { Wishes } from '../../features/wishlist/wishes';
import styles from '../../features/wishlist/wishlist.module.css';
import { useLanguage, useLocalPath } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { Button } from '../../ui/forms/button';
import { EmptyState } from '../../ui/texts/empty-state';
import { LoadFailed } from '../../ui/texts/load-failed';
import { FormProblem } from '../../ui/forms/form-problem';
import { PageHead } from '../../ui/texts/page-head';
import { PatternGridSkeleton } from '../../ui/patterns/pattern-grid';

export function Page() {
  const { t } = useTranslation();
  const list = useQuery(myWishlist(useLanguage()));
  const { remove, undo, removed, removalFailed, undoFailed } = useRemoval();
  return (
    <div className="page">
      <PageHead title={t('wishlist:title')} noindex />
      <h1>{t('wishlist:title')}</h1>
      <output className={`${styles.count} muted figures`}>
        {list.isPending && t('common:loading')}
        {list.data && t('wishlist:count', { count: list.data.total })}
      </output>
      {removalFailed && <FormProblem text={errorMessage(t, removalFailed, t('wishlist:removeFailed'))} />}
      {undoFailed && <FormProblem text={errorMessage(t, undoFailed, t('wishlist:undoFailed'))} />}
      <div className={styles.wishes} aria-busy={list.isPending}>
        {list.isPending && <PatternGridSkeleton count={4} />}
        {list.isError && !list.data && (
          <LoadFailed
            title={t('wishlist:failedTitle')}
            text={errorMessage(t, list.error, t('wishlist:failed'))}
            error={list.error}
            onRetry={() => list.refetch()}
          />
        )}
        {list.data && <List items={list.data.items} onRemove={remove} />}
      </div>
      {removed && <RemovedBar key={removed.id} item={removed} onUndo={undo} />}
    </div>
  );
}

function List({ items, onRemove }: { items: WishlistItem[]; onRemove: (item: WishlistItem) => void }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  if (items.length > 0) {
    return (
      <>
        <h2 className="visually-hidden">{t('wishlist:list')}</h2>
        <Wishes items={items} onRemove={onRemove} />
      </>
    );
  }
  return (
    <EmptyState drawing="hanger" title={t('wishlist:empty.title')} text={t('wishlist:empty.text')}>
      <Button component={Link} to={local('/patterns')}>
        {t('wishlist:empty.action')}
      </Button>
    </EmptyState>
  );
}
