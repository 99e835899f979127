import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { ApiError } from '../api/api-error';
import { type Designer, designerDetail } from '../api/designers';
import { Avatar } from '../features/designers/avatar';
import { DesignerPatterns } from '../features/designers/designer-patterns';
import styles from '../features/designers/designers.module.css';
import { useLanguage, useLocalPath } from '../lib/language-path';
import { Button } from '../ui/forms/button';
import { EmptyState } from '../ui/texts/empty-state';
import { LoadFailed } from '../ui/texts/load-failed';
import { PageHead } from '../ui/texts/page-head';
import { PatternGridSkeleton } from '../ui/patterns/pattern-grid';
import { Skeleton } from '../ui/texts/skeleton';

export function Page() {
  const { t } = useTranslation();
  const { slug = '' } = useParams();
  const detail = useQuery(designerDetail(slug, useLanguage()));
  if (detail.data) return <Profile designer={detail.data} />;
  if (detail.isError) return <Failed error={detail.error} retry={() => detail.refetch()} />;
  return (
    <div className="page" aria-busy="true" aria-label={t('common:loading')}>
      <div className={styles.head}>
        <Skeleton style={{ width: 112, height: 112, borderRadius: '50%' }} />
        <div>
          <Skeleton height={52} width="60%" />
          <Skeleton height={50} width="90%" />
        </div>
      </div>
      <div className={styles.waiting}>
        <PatternGridSkeleton count={8} />
      </div>
    </div>
  );
}

function Profile({ designer }: { designer: Designer }) {
  const { t } = useTranslation();
  return (
    <div className="page">
      <PageHead
        title={t('designers:by', { name: designer.name })}
        description={designer.bio ?? undefined}
        image={designer.avatar_url ?? undefined}
        path={`/designers/${designer.slug}`}
      />
      <header className={styles.head}>
        <Avatar designer={designer} size={112} />
        <div>
          <h1>{designer.name}</h1>
          {designer.bio && <p className={styles.bio}>{designer.bio}</p>}
        </div>
      </header>
      <h2>{t('designers:theirs')}</h2>
      <DesignerPatterns slug={designer.slug} />
    </div>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  const missing = error instanceof ApiError && error.status === 404;
  const title = t(missing ? 'designers:missing.title' : 'designers:failed');
  return (
    <div className="page">
      <PageHead title={title} noindex />
      {missing ? (
        <EmptyState drawing="shears" heading="h1" title={title} text={t('designers:missing.text')}>
          <Button component={Link} to={local('/designers')}>
            {t('designers:missing.action')}
          </Button>
        </EmptyState>
      ) : (
        <LoadFailed heading="h1" title={title} error={error} onRetry={retry} />
      )}
    </div>
  );
}
