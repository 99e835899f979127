import { useTranslation } from 'react-i18next';
import { shopConfig } from '../../../api/config';
import type { OwnPattern } from '../../../api/studio';
import { formatMoment } from '../../../lib/format-date';
import { useLanguage } from '../../../lib/language-path';
import styles from '../studio.module.css';

type Statement = OwnPattern['statements'][number];

/** The moderators' decisions about a pattern with their reasons, the newest first (Art. 17 DSA). */
export function Statements({ statements }: { statements: Statement[] }) {
  const { t } = useTranslation();
  const [newest, ...older] = statements;
  if (!newest) return null;
  return (
    <section className={styles.statements} aria-label={t('studio:statement.list')}>
      <DecisionStatement statement={newest} />
      {older.length > 0 && (
        <details>
          <summary>{t('studio:statement.older', { count: older.length })}</summary>
          {older.map((statement) => (
            <DecisionStatement key={statement.reference} statement={statement} />
          ))}
        </details>
      )}
    </section>
  );
}

function DecisionStatement({ statement }: { statement: Statement }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { reference, ground, clause, reason, detected_by: detectedBy } = statement;
  // The designer gets no statement about a dismissed report.
  const outcome = statement.decision === 'dismissed' ? 'restored' : statement.decision;
  return (
    <div className={styles.hiddenNote}>
      <h3>{t(`studio:statement.title.${outcome}`)}</h3>
      <p className="figures">
        {t('studio:statement.reference')}: {reference}
        <br />
        {t('studio:statement.decidedAt')}: {formatMoment(statement.decided_at, language)}
        {ground && clause && (
          <>
            <br />
            {t(`studio:statement.ground.${ground}`)}: {clause}
          </>
        )}
      </p>
      {reason && (
        <p className={styles.facts}>
          <strong>{t('studio:statement.facts')}:</strong> {reason}
        </p>
      )}
      <p>
        {outcome !== 'restored' && `${t(`studio:statement.detected.${detectedBy}`)} `}
        {t('studio:statement.human')}
      </p>
      {outcome === 'hidden' && <p>{t('studio:statement.object', { email: shopConfig().supportEmail })}</p>}
      {outcome !== 'restored' && <p>{t('studio:statement.courts')}</p>}
    </div>
  );
}
