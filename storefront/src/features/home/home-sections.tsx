import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { shopConfig } from '../../api/config';
import { localFigure } from '../../lib/format';
import { useLanguage, useLocalPath } from '../../lib/language-path';
import { Button } from '../../ui/forms/button';
import styles from './home-sections.module.css';

export function Stats() {
  const { t } = useTranslation();
  const language = useLanguage();
  const figures = shopConfig().homeStats;
  const shownStats = (['patterns', 'customers', 'designers', 'rating'] as const).filter(
    (name) => figures[name] !== null,
  );
  if (shownStats.length === 0) return null;
  return (
    <dl className={styles.stats}>
      {shownStats.map((name) => (
        <div key={name}>
          <dt>{t(`home:stats.${name}`)}</dt>
          <dd className="figures">{localFigure(figures[name]!, language)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Features() {
  const { t } = useTranslation();
  return (
    <section className={styles.section} aria-labelledby="features">
      <h2 id="features">{t('home:features.title')}</h2>
      <ul className={styles.features}>
        {(['files', 'scale', 'fabric', 'again'] as const).map((name) => (
          <li key={name}>
            <h3>{t(`home:features.${name}.title`)}</h3>
            <p className="muted">{t(`home:features.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function ForDesigners() {
  const { t } = useTranslation();
  const local = useLocalPath();
  return (
    <section className={styles.section} aria-labelledby="for-designers">
      <div className={styles.designers}>
        <h2 id="for-designers">{t('home:designers.title')}</h2>
        <div>
          <p>{t('home:designers.text')}</p>
          <p>
            <Link to={local('/designers')}>{t('home:designers.who')}</Link>
          </p>
          <Button component={Link} to={local('/studio')} variant="outline">
            {t('home:designers.action')}
          </Button>
        </div>
      </div>
    </section>
  );
}

export function CallToAction() {
  const { t } = useTranslation();
  const local = useLocalPath();
  return (
    <section className={styles.last}>
      <div>
        <h2>{t('home:last.title')}</h2>
        <p className="muted">{t('home:last.text')}</p>
      </div>
      <Button component={Link} to={local('/patterns')} size="lg">
        {t('home:last.action')}
      </Button>
    </section>
  );
}
