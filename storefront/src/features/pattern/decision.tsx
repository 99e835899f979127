import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Pattern } from '../../api/types';
import { formatNumber, formatPrice } from '../../lib/format';
import { useLanguage, useLocalPath } from '../../lib/language-path';
import { LevelBadge } from '../../ui/level-badge';
import styles from './decision.module.css';
import { FileList } from './file-list';

/** Everything one needs to decide, and one primary button. */
export function Decision({ pattern }: { pattern: Pattern }) {
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
        {t('pattern:by', { name: pattern.designer_name })}
      </p>
      <PriceLine pattern={pattern} />
      <p>{pattern.description}</p>
      <Facts pattern={pattern} />
      <Button component={Link} to={local(`/checkout/${pattern.id}`)} size="lg" fullWidth className={styles.buy}>
        {pattern.price === 0 ? t('detail:getFree') : t('detail:buy')}
      </Button>
      <p className="muted small">{t('detail:policy')}</p>
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

export function PriceLine({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  if (pattern.price === 0) return <p className={styles.price}>{t('pattern:free')}</p>;
  return (
    <p className={styles.price}>
      <span className="figures">{formatPrice(pattern.price, pattern.currency)}</span> <small>{t('pattern:vat')}</small>
    </p>
  );
}

function Facts({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const { details } = pattern;
  const languages = details.instructions_languages.map((code) =>
    code === 'de' || code === 'en' ? t(`detail:languages.${code}`) : code,
  );
  const facts = [
    [t('detail:facts.sizes'), pattern.sizes ?? details.sizes.join(', ')],
    [t('detail:facts.time'), pattern.estimated_time],
    [t('detail:facts.seamAllowance'), details.seam_allowance],
    [t('detail:facts.instructions'), languages.join(', ')],
  ].filter(([, value]) => value);
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
