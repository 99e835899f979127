import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { barePath } from '../lib/language-path';
import { PageHead } from '../ui/page-head';
import styles from './legal-page.module.css';

interface Section {
  title: string;
  text: string[];
}

/** Terms, privacy, withdrawal and imprint: templates that the operator completes. */
export function Page() {
  const { t } = useTranslation();
  const name = barePath(useLocation().pathname).slice(1).replace(/\/$/, '');
  const sections = t(`legal:${name}.sections`, { returnObjects: true }) as Section[];
  return (
    <div className={`page prose ${styles.page}`}>
      <PageHead title={t(`legal:${name}.title`)} description={t(`legal:${name}.lead`)} />
      <h1>{t(`legal:${name}.title`)}</h1>
      <p>{t(`legal:${name}.lead`)}</p>
      <p className={styles.template}>
        <strong>{t('legal:template.title')}:</strong> {t('legal:template.text')}
      </p>
      {sections.map(({ title, text }) => (
        <section key={title}>
          <h2>{title}</h2>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </div>
  );
}
