import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { moderation, type Statement } from '../../api/moderation';
import type { Pattern } from '../../api/types';
import { LocalLink } from '../../lib/language-path';
import { Button } from '../../ui/forms/button';
import { PatternImage } from '../../ui/patterns/pattern-image';
import { ModerationFailed } from './moderation-failed';
import styles from './moderation.module.css';
import { NonPublicPattern } from './non-public-pattern';
import { StatementFields } from '../../ui/forms/statement-fields';
import { useStatement } from '../../lib/hooks/use-statement';

/** A public pattern, with a form that hides it. */
export function FoundPattern({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const statement = useStatement();
  const hide = useMutation({ mutationFn: (full: Required<Statement>) => moderation.hide(pattern.id, full) });
  if (hide.isSuccess) return <NonPublicPattern id={pattern.id} justHidden={pattern.title} />;
  return (
    <div className={styles.report}>
      <PatternImage src={pattern.preview_images[0]} alt="" category={pattern.category} className={styles.picture} />
      <form
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault();
          const full = statement.full();
          if (full) hide.mutate(full);
        }}
      >
        <h3>
          <LocalLink to={`/patterns/${pattern.id}`}>{pattern.title}</LocalLink>
        </h3>
        <p className="muted small">{t('pattern:by', { name: pattern.designer_name })}</p>
        <StatementFields statement={statement} withGround />
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
