import { useTranslation } from 'react-i18next';
import type { OwnPatternCard } from '../../api/studio';
import { formatNumber, formatPrice } from '../../lib/format';
import { formatDate } from '../../lib/format-date';
import { LocalLink, useLanguage } from '../../lib/language-path';
import { PatternImage } from '../../ui/patterns/pattern-image';
import { HiddenNote } from './editor/hidden-note';
import { StatusBadge } from './status-badge';
import styles from './overview.module.css';

export function PatternEntry({ pattern }: { pattern: OwnPatternCard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { status, missing, view_count: views } = pattern;
  return (
    <article className={styles.entry} aria-labelledby={`own-${pattern.id}`}>
      <PatternImage src={pattern.preview_images[0]} alt="" category={pattern.category} />
      <div>
        <div className={styles.entryHead}>
          <h2 id={`own-${pattern.id}`}>
            <LocalLink to={`/studio/${pattern.id}`}>{pattern.title}</LocalLink>
          </h2>
          <span className="figures">
            {pattern.price === 0 ? t('pattern:free') : formatPrice(pattern.price, pattern.currency)}
          </span>
        </div>
        <p className={styles.meta}>
          <StatusBadge status={status} />
          <span className="muted small">
            {t('studio:list.changed', { date: formatDate(pattern.updated_at, language) })}
          </span>
          {status === 'published' && (
            <span className="muted small">
              {t('pattern:views', { count: views, number: formatNumber(views, language) })}
            </span>
          )}
        </p>
        {status !== 'hidden' && missing.length > 0 && (
          <p className="small">
            {t('studio:list.missing', { what: missing.map((what) => t(`studio:list.needs.${what}`)).join(', ') })}
          </p>
        )}
        {status === 'hidden' && <HiddenNote pattern={pattern} />}
      </div>
    </article>
  );
}
