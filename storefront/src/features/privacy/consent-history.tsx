import { useTranslation } from 'react-i18next';
import type { Consents } from '../../api/privacy';
import { formatMoment } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import styles from './privacy.module.css';

export function ConsentHistory({ history }: { history: Consents['history'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <details className={styles.more}>
      <summary>{t('privacy:consents.history', { count: history.length })}</summary>
      <ol className={styles.rows}>
        {history.map(({ type, granted, version, recordedAt }) => {
          const what = t(`privacy:type.${type}.title`);
          return (
            <li key={`${type} ${recordedAt} ${granted}`}>
              <span>{granted ? t('privacy:consents.given', { what }) : t('privacy:consents.taken', { what })}</span>
              <span className="muted small figures">
                {formatMoment(recordedAt, language)} · {t('privacy:consents.wording', { version })}
              </span>
            </li>
          );
        })}
      </ol>
    </details>
  );
}
