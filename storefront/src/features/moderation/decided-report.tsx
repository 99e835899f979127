import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Report } from '../../api/moderation';
import { formatMoment } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import { problemWords } from '../../lib/problem-words';
import { Button } from '../../ui/forms/button';
import styles from './moderation.module.css';
import type { useDecisions } from './use-decisions';

type DecidedReportProps = { report: Report } & ReturnType<typeof useDecisions>;

/** What was decided, and the way back where there is one. */
export function DecidedReport({ report, decide, restore }: DecidedReportProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const line = useRef<HTMLOutputElement>(null);
  // The button that was pressed is gone; the reader goes on where its outcome stands.
  const justDecided = !decide.isIdle;
  useEffect(() => {
    if (justDecided) line.current?.focus();
  }, [justDecided]);
  const settled = report.reason === 'resold-copy' && report.decision === 'dismissed';
  const outcome = settled ? 'settled' : (report.decision ?? 'dismissed');
  const busy = decide.isPending || restore.isPending;
  return (
    <div className={styles.decided}>
      <output ref={line} tabIndex={-1}>
        {t(`moderation:decided.${outcome}`)}{' '}
        {report.resolved_at && (
          <span className="muted small figures">{formatMoment(report.resolved_at, language)}</span>
        )}
        {busy && <span className="muted small">{t('moderation:saving')}</span>}
        {restore.isSuccess && ` ${t('moderation:restored')}`}
      </output>
      {restore.isError && (
        <p role="alert" className={styles.problem}>
          <strong>{t('moderation:failed')}</strong> {problemWords(t, restore.error)}
        </p>
      )}
      {report.pattern_status === 'hidden' && (
        <Button
          variant="outline"
          loading={busy}
          aria-label={t('moderation:restoreTitle', { title: report.pattern_title })}
          onClick={() => restore.mutate()}
        >
          {t('moderation:restore')}
        </Button>
      )}
    </div>
  );
}
