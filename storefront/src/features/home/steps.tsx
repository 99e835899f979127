import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './home-sections.module.css';

const drawings: ReactNode[] = [
  <>
    <path d="M14 16h30v40H14zM52 16h30v40H52zM90 16h16M90 56h16M90 16v40" />
    <path d="M22 26c3 3 5 3 7 3s4 0 7-3l5 5-3 6-3-1v12H23V36l-3 1-3-6 5-5Z" />
    <path d="m60 28 7-3 7 3 6 20H54l6-20Z" />
    <path d="m60 62 4 4 9-9" className="mark" />
  </>,
  <>
    <path d="M20 14h66v44H20zM20 26h66" />
    <path d="M28 46h18M28 40h10" />
    <path d="M70 40v14m-5-5 5 6 5-6M62 62h16" className="mark" />
  </>,
  <>
    <path d="M18 12h24v32H18zM42 12h24v32H42zM66 12h24v32H66z" strokeDasharray="3 3" />
    <path d="M26 40c8-22 20-24 30-14s18 8 26-4" />
    <path d="M24 52h14v14H24z" className="mark" />
    <path d="M46 60h44m-44-3v6m44-6v6" />
  </>,
];

/** The buyer's three steps: choose a pattern, pay for it, print it. */
export function Steps() {
  const { t } = useTranslation();
  return (
    <section className={styles.section} aria-labelledby="steps">
      <h2 id="steps">{t('home:steps.title')}</h2>
      <ol className={styles.steps}>
        {(['choose', 'pay', 'print'] as const).map((step, index) => (
          <li key={step}>
            <svg viewBox="0 0 108 72" width="162" height="108" aria-hidden="true">
              {drawings[index]}
            </svg>
            <h3>
              {index + 1}. {t(`home:steps.${step}.title`)}
            </h3>
            <p className="muted">{t(`home:steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
