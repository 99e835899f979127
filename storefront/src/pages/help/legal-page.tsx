import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { screenPath } from '../../lib/language-path';
import { operatorValues } from '../../lib/operator-values';
import { Contents } from '../../ui/texts/contents';
import { PageHead } from '../../ui/texts/page-head';
import { Prose } from '../../ui/texts/prose';
import { RichText } from '../../ui/texts/rich-text';
import styles from './legal-page.module.css';

interface Section {
  id: string;
  title: string;
  text: string[];
  /** The lines of a form that consumers fill in on paper. */
  form?: string[];
}

const gap = /\[[^\]]+\](?!\()/;
const minSectionsForContents = 8;

/** The legal texts. A text with gaps shows a warning, because the operator must complete it. */
export function Page() {
  const { t } = useTranslation();
  const name = screenPath(useLocation().pathname).slice(1);
  const operator = operatorValues({ address: t('legal:template.address'), email: t('legal:template.email') });
  const sections = t(`legal:${name}.sections`, { returnObjects: true, ...operator }) as Section[];
  const hasGaps = sections.some(({ text, form = [] }) => [...text, ...form].some((line) => gap.test(line)));
  return (
    <div className={`page prose ${styles.page}`}>
      <PageHead title={t(`legal:${name}.title`)} description={t(`legal:${name}.lead`)} />
      <h1>{t(`legal:${name}.title`)}</h1>
      <p className="lead">{t(`legal:${name}.lead`)}</p>
      {hasGaps && (
        <p className={styles.template}>
          <strong>{t('legal:template.title')}:</strong> {t('legal:template.text')}
        </p>
      )}
      {sections.length >= minSectionsForContents && <Contents label={t('legal:contents')} parts={sections} />}
      {sections.map(({ id, title, text, form }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          <Prose text={text} />
          {form && (
            <div className={styles.form}>
              {form.map((line) => (
                <p key={line}>
                  <RichText text={line} />
                </p>
              ))}
            </div>
          )}
        </section>
      ))}
    </div>
  );
}
