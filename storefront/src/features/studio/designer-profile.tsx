import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownDesigner } from '../../api/studio';
import { LocalLink, useLanguage } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { RetryProblem } from '../../ui/forms/retry-problem';
import { DesignerForm } from './designer-form';
import styles from './overview.module.css';

/** The public profile of the designer, with a form that changes it. */
export function DesignerProfile() {
  const { t } = useTranslation();
  const language = useLanguage();
  const designer = useQuery(ownDesigner());
  const [editing, setEditing] = useState(false);
  const [saved, setSaved] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const { data } = designer;
  return (
    <section className={styles.profile} aria-labelledby="profile-title">
      <h2 id="profile-title">{t('studio:profile.title')}</h2>
      {designer.isPending && <Skeleton height={96} radius="sm" />}
      {designer.isError && !data && (
        <RetryProblem text={errorMessage(t, designer.error)} onRetry={() => designer.refetch()} />
      )}
      {data && !editing && (
        <>
          <div className={styles.profileHead}>
            {data.avatar_url && <img src={data.avatar_url} alt="" width={64} height={64} />}
            <h3>{data.name}</h3>
          </div>
          <p>{data.bio[language] ?? data.bio.de ?? data.bio.en ?? t('studio:profile.noBio')}</p>
          {data.slug && data.patternCount > 0 && (
            <p>
              <LocalLink to={`/designers/${data.slug}`}>{t('studio:profile.look')}</LocalLink>
            </p>
          )}
          <div className={styles.profileActions}>
            <Button ref={edit} variant="outline" onClick={() => setEditing(true)}>
              {t('studio:profile.edit')}
            </Button>
            <output className="small">{saved && t('studio:profile.saved')}</output>
          </div>
        </>
      )}
      {data && editing && (
        <DesignerForm
          designer={data}
          onDone={(changed) => {
            setEditing(false);
            setSaved(changed);
            requestAnimationFrame(() => edit.current?.focus());
          }}
        />
      )}
    </section>
  );
}
