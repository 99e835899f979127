import { useTranslation } from 'react-i18next';
import type { Report } from '../../api/moderation';
import { formatMoment } from '../../lib/format-date';
import { LocalLink, useLanguage } from '../../lib/language-path';
import { PatternImage } from '../../ui/patterns/pattern-image';
import { DecidedReport } from './decided-report';
import { DecideForm } from './decide-form';
import styles from './moderation.module.css';
import { ResoldCopy } from './resold-copy';
import { useDecisions } from './use-decisions';

/** One report: its pattern, its text, and the possible decisions. It does not show the reporter. */
export function ReportCard({ report }: { report: Report }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const decisions = useDecisions(report);
  const { pattern_title: title, open_reports: openReports } = report;
  return (
    <li className={styles.report}>
      <PatternImage src={report.pattern_picture ?? undefined} alt="" className={styles.picture} />
      <div className={styles.body}>
        <div className={styles.head}>
          <h2>
            {report.pattern_status === 'published' ? (
              <LocalLink to={`/patterns/${report.pattern_id}`}>{title}</LocalLink>
            ) : (
              title
            )}
          </h2>
          <span className={styles.status} data-state={report.pattern_status}>
            {t(`moderation:status.${report.pattern_status}`)}
          </span>
        </div>
        <p className="muted small">{t('pattern:by', { name: report.designer_name })}</p>
        <p>
          <strong>{t(`moderation:reason.${report.reason}`)}</strong>
        </p>
        {report.reason === 'resold-copy' && <ResoldCopy report={report} />}
        {report.text && <blockquote>{report.text}</blockquote>}
        <p className="muted small figures">
          {t('moderation:reference', { reference: report.reference })} ·{' '}
          {t('moderation:reported', { when: formatMoment(report.reported_at, language) })}
          {report.state === 'open' && openReports > 1 && ` · ${t('moderation:openReports', { count: openReports })}`}
        </p>
        {report.state === 'open' ? (
          <DecideForm report={report} decide={decisions.decide} />
        ) : (
          <DecidedReport report={report} {...decisions} />
        )}
      </div>
    </li>
  );
}
