import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Pattern } from '../../api/types';
import { formatNumber } from '../../lib/format';
import { LocalLink, useLanguage, useLocalPath } from '../../lib/language-path';
import { LevelBadge } from '../../ui/patterns/level-badge';
import { BuyButton, useOwned } from './buy-button';
import styles from './pattern-info.module.css';
import { FileList } from './file-list';
import { LowestPrice, PriceLine } from './price-line';
import { WishButton } from './wish-button';

/** The column next to the pictures: title, designer, price, buy button, description and files. */
export function PatternInfo({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  const language = useLanguage();
  return (
    <div className={styles.column}>
      <p className={styles.kicker}>
        <LevelBadge level={pattern.difficulty_level} />
        <span>{t(`pattern:category.${pattern.category}`)}</span>
      </p>
      <h1 className={styles.title}>{pattern.title}</h1>
      <p className={styles.designer}>
        {pattern.designer_avatar && <img src={pattern.designer_avatar} alt="" width={32} height={32} />}
        <LocalLink to={`/designers/${pattern.designer.slug}`}>
          {t('pattern:by', { name: pattern.designer_name })}
        </LocalLink>
      </p>
      <Offer pattern={pattern} />
      <p className={styles.text}>{pattern.description}</p>
      <Properties pattern={pattern} />
      <FileList files={pattern.files} />
      <ul className={styles.tags} aria-label={t('pattern:tags')}>
        {pattern.tags.map((tag) => (
          <li key={tag}>
            <Link to={`${local('/patterns')}?search=${encodeURIComponent(tag)}`}>{tag}</Link>
          </li>
        ))}
      </ul>
      <p className="muted small">
        {t('pattern:views', { count: pattern.view_count, number: formatNumber(pattern.view_count, language) })}
      </p>
    </div>
  );
}

function Offer({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const owned = useOwned(pattern.id);
  return (
    <div className={styles.offer}>
      <div className={styles.prices}>
        <PriceLine pattern={pattern} />
        <LowestPrice pattern={pattern} />
        <output>{owned && t('detail:owned.text')}</output>
      </div>
      <div className={styles.actions}>
        <div className={styles.buy}>
          <BuyButton pattern={pattern} fullWidth />
        </div>
        <WishButton patternId={pattern.id} />
      </div>
      <p className="muted small">{t('detail:policy.short')}</p>
    </div>
  );
}

function Properties({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const { details } = pattern;
  const { licence } = details;
  const languages = details.instructions_languages.map((code) =>
    code === 'de' || code === 'en' ? t(`detail:languages.${code}`) : code,
  );
  const rows = [
    [t('detail:facts.sizes'), details.sizes.join(', ')],
    [t('detail:facts.time'), pattern.estimated_time],
    [t('detail:facts.seamAllowance'), details.seam_allowance],
    [t('detail:facts.instructions'), languages.join(', ')],
    // During a rolling update, an API of an older version sends no licence.
    [t('detail:facts.licence'), licence && t(`detail:licence.${licence.kind}`, { pieces: licence.pieces })],
  ].filter(([, value]) => value);
  return (
    <dl className={styles.rows}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
