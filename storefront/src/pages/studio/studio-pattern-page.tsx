import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '../../api/api-error';
import { ownPattern } from '../../api/studio';
import { Editor } from '../../features/studio/editor/editor';
import styles from '../../features/studio/studio.module.css';
import { LocalLink, useLanguage, useLocalPath } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { EmptyState } from '../../ui/texts/empty-state';
import { LoadFailed } from '../../ui/texts/load-failed';
import { PageHead } from '../../ui/texts/page-head';

/** Edits a new or an existing pattern. The first save of a new pattern replaces `new` in the URL with the pattern's id. */
export function Page() {
  const { t } = useTranslation();
  const local = useLocalPath();
  const navigate = useNavigate();
  const { id = 'new' } = useParams();
  /** The id of the created pattern. Its editor keeps the key `new`, so that the first save does not remount the editor. */
  const [created, setCreated] = useState<string>();
  const existing = useQuery({ ...ownPattern(id, useLanguage()), enabled: id !== 'new' });
  const pattern = id === 'new' ? undefined : existing.data;
  const onCreated = async (newId: string) => {
    setCreated(newId);
    await navigate(local(`/studio/${newId}`), { replace: true, preventScrollReset: true, state: { saved: true } });
  };
  const title = pattern?.title ?? t('studio:new');
  return (
    <div className="page">
      <PageHead title={title} noindex />
      <p className={styles.back}>
        <LocalLink to="/studio">{t('studio:title')}</LocalLink>
      </p>
      {id !== 'new' && existing.isError && !pattern ? (
        <Failed error={existing.error} retry={() => existing.refetch()} />
      ) : (
        <>
          <h1>{title}</h1>
          {id !== 'new' && !pattern ? (
            <Loading />
          ) : (
            <Editor key={id === created ? 'new' : id} pattern={pattern} onCreated={onCreated} />
          )}
        </>
      )}
    </div>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div className={styles.layout} aria-busy="true">
      <VisuallyHidden component="output">{t('common:loading')}</VisuallyHidden>
      <Skeleton height={640} radius="sm" />
      <Skeleton height={220} radius="sm" />
    </div>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState drawing="shears" heading="h1" title={t('studio:missing.title')} text={t('studio:missing.text')}>
        <Button component={Link} to={local('/studio')}>
          {t('studio:title')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <LoadFailed
      heading="h1"
      title={t('studio:list.failed')}
      text={`${errorMessage(t, error)} ${t('studio:list.nothingLost')}`}
      error={error}
      onRetry={retry}
    />
  );
}
