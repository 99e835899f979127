import { useTranslation } from 'react-i18next';
import type { OwnPatternCard } from '../../../api/studio';
import { LocalLink } from '../../../lib/language-path';
import styles from '../studio.module.css';

/** The reason why a moderator has hidden the pattern, with a link to the contact page. */
export function HiddenNote({ pattern }: { pattern: Pick<OwnPatternCard, 'hidden_reason'> }) {
  const { t } = useTranslation();
  return (
    <div className={styles.hiddenNote}>
      <p>{t('studio:hidden.text')}</p>
      {pattern.hidden_reason && <p>{t('studio:hidden.reason', { reason: pattern.hidden_reason })}</p>}
      <LocalLink to="/contact">{t('studio:hidden.contact')}</LocalLink>
    </div>
  );
}
