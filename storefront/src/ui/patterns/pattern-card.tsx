import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PatternCard as Card } from '../../api/types';
import { truncate, formatNumber, formatPrice } from '../../lib/format';
import { LocalLink, useLanguage } from '../../lib/language-path';
import { LevelBadge } from './level-badge';
import styles from './pattern-card.module.css';
import { PatternImage } from './pattern-image';

interface PatternCardProps {
  pattern: Card;
  eager?: boolean;
  /** Hides description, tags and views. */
  compact?: boolean;
  /** For an unpublished pattern: the text that replaces the price. The card then has no link. */
  gone?: string;
  /** Buttons for actions on the pattern. */
  children?: ReactNode;
}

/** A pattern in a grid or a list. The whole card is one link. */
export function PatternCard({ pattern, eager, compact, gone, children }: PatternCardProps) {
  const { t } = useTranslation();
  return (
    <article className={styles.card} data-compact={compact || undefined} data-gone={gone ? true : undefined}>
      <PatternImage
        src={pattern.preview_images[0]}
        alt=""
        category={pattern.category}
        eager={eager}
        className={styles.picture}
      />
      <div className={styles.body}>
        <div className={styles.head}>
          <h3 className={styles.title}>
            {gone ? (
              pattern.title
            ) : (
              <LocalLink to={`/patterns/${pattern.id}`} className={styles.link}>
                {pattern.title}
              </LocalLink>
            )}
          </h3>
          <p className={`${styles.price} figures`}>{gone ?? price(pattern, t('pattern:free'))}</p>
        </div>
        <p className="muted small">
          {t('pattern:by', { name: pattern.designer_name })}
          {pattern.sizes && ` · ${t('pattern:sizesShort', { sizes: pattern.sizes })}`}
        </p>
        <p className={styles.facts}>
          <LevelBadge level={pattern.difficulty_level} />
          <span>{t(`pattern:category.${pattern.category}`)}</span>
        </p>
        {!compact && <CardDetails pattern={pattern} />}
        {children && <div className={styles.actions}>{children}</div>}
      </div>
    </article>
  );
}

function CardDetails({ pattern }: { pattern: Card }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <p className={styles.text}>{truncate(pattern.description, 120)}</p>
      {pattern.tags.length > 0 && (
        <ul className={styles.tags} aria-label={t('pattern:tags')}>
          {pattern.tags.slice(0, 3).map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
          {pattern.tags.length > 3 && <li data-more>+{pattern.tags.length - 3}</li>}
        </ul>
      )}
      <p className={`${styles.views} muted figures`}>
        {t('pattern:views', { count: pattern.view_count, number: formatNumber(pattern.view_count, language) })}
      </p>
    </>
  );
}

function price(pattern: Card, free: string): string {
  return pattern.price === 0 ? free : formatPrice(pattern.price, pattern.currency);
}
