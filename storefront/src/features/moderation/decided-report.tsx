import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Report } from '../../api/moderation';
import { formatMoment } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import { ModerationFailed } from './moderation-failed';
import styles from './moderation.module.css';
import { RestoreForm } from './restore-form';
import type { useDecisions } from './use-decisions';

type DecidedReportProps = { report: Report } & ReturnType<typeof useDecisions>;

/** The decision on a report, and a button that restores a hidden pattern. */
export function DecidedReport({ report, decide, restore }: DecidedReportProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const output = useRef<HTMLOutputElement>(null);
  // The clicked button is gone, so the outcome takes the focus.
  const justDecided = !decide.isIdle;
  useEffect(() => {
    if (justDecided) output.current?.focus();
  }, [justDecided]);
  const settled = report.reason === 'resold-copy' && report.decision === 'dismissed';
  const outcome = settled ? 'settled' : (report.decision ?? 'dismissed');
  const busy = decide.isPending || restore.isPending;
  return (
    <div className={styles.decided}>
      <output ref={output} tabIndex={-1}>
        {t(`moderation:decided.${outcome}`)}{' '}
        {report.resolved_at && (
          <span className="muted small figures">{formatMoment(report.resolved_at, language)}</span>
        )}
        {busy && <span className="muted small">{t('moderation:saving')}</span>}
        {restore.isSuccess && ` ${t('moderation:restored')}`}
      </output>
      <ModerationFailed error={restore.error} />
      {report.pattern_status === 'hidden' && (
        <RestoreForm
          label={t('moderation:restoreTitle', { title: report.pattern_title })}
          busy={busy}
          onRestore={restore.mutate}
        />
      )}
    </div>
  );
}
