import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownPattern, type OwnPattern, studio } from '../../../api/studio';
import { LocalLink, useLanguage } from '../../../lib/language-path';
import { errorMessage } from '../../../lib/errors/error-message';
import { FormProblem } from '../../../ui/forms/form-problem';
import { ConfirmDialog } from '../confirm-dialog';
import { HiddenNote } from './hidden-note';
import { PublishChecklist } from './publish-checklist';
import { Statements } from './statements';
import { StatusBadge } from '../status-badge';
import styles from '../studio.module.css';

interface PublishPanelProps {
  pattern: OwnPattern | undefined;
  unsaved: boolean;
}

/** The status of the pattern, its missing requirements, and the buttons that publish and unpublish it. */
export function PublishPanel({ pattern, unsaved }: PublishPanelProps) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const { publish, unpublish } = useStatusChanges(pattern);
  const status = pattern?.status ?? 'draft';
  const statements = pattern?.statements ?? [];
  const missing = !pattern || pattern.missing.length > 0;
  const failure = publish.error ?? unpublish.error;
  return (
    <aside className={styles.panel} aria-labelledby="publish-title">
      <h2 id="publish-title">{t('studio:publish.title')}</h2>
      <StatusBadge status={status} />
      {status === 'hidden' && pattern && !statements[0] && <HiddenNote pattern={pattern} />}
      <Statements statements={statements} />
      {(status === 'draft' || status === 'withdrawn') && <PublishChecklist pattern={pattern} unsaved={unsaved} />}
      <output className="small">
        {publish.isSuccess && status === 'published' && t('studio:publish.done')}
        {unpublish.isSuccess && status === 'withdrawn' && t('studio:publish.withdrawn')}
      </output>
      {status === 'published' && pattern && (
        <LocalLink to={`/patterns/${pattern.id}`}>{t('studio:publish.look')}</LocalLink>
      )}
      {(status === 'draft' || status === 'withdrawn') && (
        <Button
          fullWidth
          variant={missing || unsaved ? 'outline' : 'filled'}
          disabled={missing || unsaved}
          loading={publish.isPending}
          onClick={() => publish.mutate()}
        >
          {t(status === 'draft' ? 'studio:publish.action' : 'studio:publish.again')}
        </Button>
      )}
      {status === 'published' && (
        <Button fullWidth variant="outline" onClick={() => setConfirming(true)}>
          {t('studio:publish.withdraw')}
        </Button>
      )}
      {failure && <FormProblem text={errorMessage(t, failure)} />}
      {confirming && (
        <ConfirmDialog
          title={t('studio:withdraw.title')}
          text={t('studio:withdraw.text')}
          confirm={t('studio:withdraw.confirm')}
          cancel={t('studio:cancel')}
          onConfirm={() => {
            setConfirming(false);
            unpublish.mutate();
          }}
          onCancel={() => setConfirming(false)}
        />
      )}
    </aside>
  );
}

function useStatusChanges(pattern: OwnPattern | undefined) {
  const queries = useQueryClient();
  const language = useLanguage();
  const id = pattern?.id ?? '';
  const onSuccess = (updated: OwnPattern) => {
    queries.setQueryData(ownPattern(id, language).queryKey, updated);
    void queries.invalidateQueries({ queryKey: ['mine', 'studio'] });
    void queries.invalidateQueries({ queryKey: ['patterns'] });
    void queries.invalidateQueries({ queryKey: ['pattern', id] });
  };
  return {
    publish: useMutation({ mutationFn: () => studio.publish(id), onSuccess }),
    unpublish: useMutation({ mutationFn: () => studio.unpublish(id), onSuccess }),
  };
}
