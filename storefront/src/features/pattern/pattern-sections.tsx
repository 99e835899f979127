import { useTranslation } from 'react-i18next';
import type { Pattern } from '../../api/types';
import { LocalLink } from '../../lib/language-path';
import styles from './sections.module.css';

export function Supplies({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const { details } = pattern;
  const lists = (['materials', 'notions', 'tools', 'techniques'] as const).filter((name) => details[name].length > 0);
  if (lists.length === 0 && !details.notes) return null;
  return (
    <section className={styles.section} aria-labelledby="needed">
      <h2 id="needed">{t('detail:needed.title')}</h2>
      <div className={styles.lists}>
        {lists.map((name) => (
          <div key={name}>
            <h3>{t(`detail:needed.${name}`)}</h3>
            <ul>
              {details[name].map((entry) => (
                <li key={entry}>{entry}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {details.notes && <p>{details.notes}</p>}
    </section>
  );
}

export function Included({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  return (
    <section className={styles.section} aria-labelledby="included">
      <h2 id="included">{t('detail:included.title')}</h2>
      <ul className={styles.included}>
        <li>{t('detail:included.files', { count: pattern.files.length })}</li>
        <li>{t('detail:included.layers')}</li>
        <li>{t('detail:included.downloads')}</li>
        <li>{t('detail:included.personal')}</li>
      </ul>
    </section>
  );
}

export function Policy() {
  const { t } = useTranslation();
  return (
    <section className={styles.section} aria-labelledby="policy">
      <h2 id="policy">{t('detail:policy.title')}</h2>
      <ul className={styles.included}>
        <li>{t('detail:policy.files')}</li>
        <li>{t('detail:policy.times')}</li>
        <li>
          {t('detail:policy.withdrawal')} <LocalLink to="/widerruf">{t('detail:policy.read')}</LocalLink>
        </li>
      </ul>
    </section>
  );
}

/** Instructions for printing at true size, with a drawing of the test square. */
export function Printing() {
  const { t } = useTranslation();
  return (
    <section className={styles.printing} aria-labelledby="printing">
      <div>
        <h2 id="printing">{t('detail:printing.title')}</h2>
        <ol>
          {(['scale', 'first', 'measure', 'tape'] as const).map((step) => (
            <li key={step}>{t(`detail:printing.${step}`)}</li>
          ))}
        </ol>
      </div>
      <svg
        width="150"
        height="150"
        viewBox="0 0 150 150"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <rect x="20" y="20" width="110" height="110" />
        <path d="M20 140h110m-110-4v8m110-8v8" />
        <path d="M20 75h8m94 0h8M75 20v8m0 94v8" />
        <text x="75" y="80" textAnchor="middle" fontSize="15" fill="currentColor" stroke="none">
          5 × 5 cm
        </text>
      </svg>
    </section>
  );
}
