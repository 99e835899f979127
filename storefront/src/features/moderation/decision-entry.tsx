import { useTranslation } from 'react-i18next';
import type { Decision } from '../../api/moderation';
import { formatMoment } from '../../lib/format-date';
import { LocalLink, useLanguage } from '../../lib/language-path';
import styles from './moderation.module.css';
import { ReviewForm } from './review-form';

/** One decision in the log: who decided what, when, and why. Only administrators see who reported. */
export function DecisionEntry({ decision }: { decision: Decision }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { pattern_title: title, ground, clause, reason, notifiers } = decision;
  const moderator = decision.moderator ?? t('moderation:log.erased');
  const when = formatMoment(decision.decided_at, language);
  const detected = t(`moderation:log.detected.${decision.detected_by}`);
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <h2>
          {t(`moderation:log.kind.${decision.decision}`)}:{' '}
          {decision.pattern_status === 'published' ? (
            <LocalLink to={`/patterns/${decision.pattern_id}`}>{title}</LocalLink>
          ) : (
            title
          )}
        </h2>
        <span className="figures">{decision.reference}</span>
      </div>
      <p className="muted small">{t('moderation:log.by', { moderator, when, detected })}</p>
      {ground && clause && (
        <p>
          <strong>{t(`moderation:ground.${ground}`)}:</strong> {clause}
        </p>
      )}
      {reason && <blockquote>{reason}</blockquote>}
      {decision.reports.length > 0 && (
        <p className="small figures">{t('moderation:log.reports', { references: decision.reports.join(', ') })}</p>
      )}
      {decision.reviews && (
        <p className="small figures">{t('moderation:log.reviews', { reference: decision.reviews })}</p>
      )}
      {decision.reviewed_by && (
        <p className="small figures">{t('moderation:log.reviewedBy', { reference: decision.reviewed_by })}</p>
      )}
      {notifiers && notifiers.length > 0 && <Notifiers notifiers={notifiers} />}
      {decision.reviewable && <ReviewForm decision={decision} />}
    </li>
  );
}

function Notifiers({ notifiers }: { notifiers: NonNullable<Decision['notifiers']> }) {
  const { t } = useTranslation();
  return (
    <div className="small">
      <p>
        <strong>{t('moderation:log.notifiers')}</strong>
      </p>
      <ul>
        {notifiers.map(({ reference, name, email }) => (
          <li key={reference}>
            {t('moderation:log.notifier', {
              reference,
              name: name ?? t('moderation:log.unnamed'),
              email: email ?? t('moderation:log.noEmail'),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
