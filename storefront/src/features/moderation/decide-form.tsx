import { useTranslation } from 'react-i18next';
import type { Report } from '../../api/moderation';
import { Button } from '../../ui/forms/button';
import { ModerationFailed } from './moderation-failed';
import styles from './moderation.module.css';
import { StatementFields } from '../../ui/forms/statement-fields';
import type { useDecisions } from './use-decisions';
import { useStatement } from '../../lib/hooks/use-statement';

interface DecideFormProps {
  report: Report;
  decide: ReturnType<typeof useDecisions>['decide'];
}

export function DecideForm({ report, decide }: DecideFormProps) {
  const { t } = useTranslation();
  const title = report.pattern_title;
  const statement = useStatement(decide.variables?.statement);
  // A draft is not on sale, so it cannot be hidden. A report about a draft can only be closed.
  const canHide = report.pattern_status !== 'draft';
  // The label of the button that closes the report. `settle`: the shop itself has reported a sold copy.
  const closeAction = report.reason === 'resold-copy' ? 'settle' : 'dismiss';
  const hide = () => {
    const full = statement.full();
    if (full) decide.mutate({ decision: 'hidden', statement: full });
  };
  const dismiss = () => {
    // The shop's own report has no reporter who would read a reason.
    const reason = closeAction === 'settle' ? { reason: statement.values.reason.trim() } : statement.onlyReason();
    if (reason) decide.mutate({ decision: 'dismissed', statement: reason });
  };
  return (
    <form
      className={styles.decide}
      onSubmit={(event) => {
        event.preventDefault();
        if (canHide) hide();
        else dismiss();
      }}
    >
      <StatementFields
        statement={statement}
        withGround={canHide}
        hint={canHide ? undefined : t('moderation:note.settle')}
      />
      <ModerationFailed error={decide.error} />
      <div className={styles.actions}>
        {canHide && (
          <Button type="submit" aria-label={t('moderation:hideTitle', { title })}>
            {t('moderation:hide')}
          </Button>
        )}
        <Button
          type={canHide ? 'button' : 'submit'}
          variant="outline"
          aria-label={t(`moderation:${closeAction}Title`, { title })}
          onClick={canHide ? dismiss : undefined}
        >
          {t(`moderation:${closeAction}`)}
        </Button>
      </div>
    </form>
  );
}
