import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { type LegalPage, type LegalText, legalText } from '../../api/privacy';
import { errorMessage } from '../../lib/errors/error-message';
import { formatLegalDate } from '../../lib/format-date';
import { screenPath, useLanguage } from '../../lib/language-path';
import { useScrollToSection } from '../../lib/use-scroll-to-section';
import { Contents } from '../../ui/texts/contents';
import { LoadFailed } from '../../ui/texts/load-failed';
import { PageHead } from '../../ui/texts/page-head';
import { Prose } from '../../ui/texts/prose';
import { RichText } from '../../ui/texts/rich-text';
import styles from './legal-page.module.css';

const minSectionsForContents = 8;

/** The legal texts. They come from the server, which fills in the facts about the operator. */
export function Page() {
  const { t } = useTranslation();
  const name = screenPath(useLocation().pathname).slice(1) as Exclude<LegalPage, 'privacy'>;
  const text = useQuery(legalText(name, useLanguage()));
  const title = text.data?.title ?? t(`common:footer.links.${name}`);
  return (
    <div className={`page prose ${styles.page}`}>
      <PageHead title={title} description={text.data?.lead} />
      <h1>{title}</h1>
      {text.isPending && <Skeleton height={720} />}
      {text.isError && !text.data && (
        <LoadFailed
          title={t('legal:loadFailedTitle')}
          text={errorMessage(t, text.error, t('legal:loadFailed'))}
          error={text.error}
          onRetry={() => text.refetch()}
        />
      )}
      {text.data && <Text text={text.data} />}
    </div>
  );
}

function Text({ text: { lead, version, sections } }: { text: LegalText }) {
  const { t } = useTranslation();
  const date = formatLegalDate(version, useLanguage());
  useScrollToSection();
  return (
    <>
      <p className="lead">{lead}</p>
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
      <p className="muted small">{t('legal:version', { date })}</p>
    </>
  );
}
