import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moderation } from '../../api/moderation';
import type { Pattern } from '../../api/types';
import { LocalLink } from '../../lib/language-path';
import { Button } from '../../ui/forms/button';
import { ReasonField } from '../../ui/forms/reason-field';
import { PatternImage } from '../../ui/patterns/pattern-image';
import { ModerationFailed } from './moderation-failed';
import styles from './moderation.module.css';
import { HiddenPattern } from './hidden-pattern';

/** A public pattern, with a form that hides it. */
export function FoundPattern({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const hide = useMutation({ mutationFn: () => moderation.hide(pattern.id, reason.trim()) });
  if (hide.isSuccess) return <HiddenPattern id={pattern.id} justHidden={pattern.title} />;
  return (
    <div className={styles.report}>
      <PatternImage src={pattern.preview_images[0]} alt="" category={pattern.category} className={styles.picture} />
      <form
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault();
          const longEnough = reason.trim().length >= 3;
          setMissing(!longEnough);
          if (longEnough) hide.mutate();
          else field.current?.focus();
        }}
      >
        <h3>
          <LocalLink to={`/patterns/${pattern.id}`}>{pattern.title}</LocalLink>
        </h3>
        <p className="muted small">{t('pattern:by', { name: pattern.designer_name })}</p>
        <ReasonField
          ref={field}
          label={t('moderation:note.label')}
          hint={t('moderation:note.text')}
          problem={missing && t('moderation:note.missing')}
          maxLength={2000}
          value={reason}
          onChange={setReason}
        />
        <ModerationFailed error={hide.error} />
        <div className={styles.actions}>
          <Button type="submit" loading={hide.isPending}>
            {t('moderation:hide')}
          </Button>
        </div>
      </form>
    </div>
  );
}
