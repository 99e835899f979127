import { useTranslation } from 'react-i18next';
import type { PrivacyPolicy } from '../../api/privacy';
import { formatLegalDate } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import { useScrollToSection } from '../../lib/use-scroll-to-section';
import { Contents } from '../../ui/texts/contents';
import { Prose } from '../../ui/texts/prose';
import styles from './policy-text.module.css';

export function PolicyText({ policy }: { policy: PrivacyPolicy }) {
  const { t } = useTranslation();
  const language = useLanguage();
  useScrollToSection();
  const versionLine = ({ version, effectiveFrom }: PrivacyPolicy['history'][number]) =>
    t('privacy:policy.version', { version, date: formatLegalDate(effectiveFrom, language) });
  const earlier = policy.history.slice(1);
  return (
    <>
      <div className={styles.head}>
        <p className="muted small figures">{versionLine(policy)}</p>
        <button type="button" className={`${styles.print} link-button`} onClick={() => window.print()}>
          {t('privacy:policy.print')}
        </button>
      </div>
      <Contents
        label={t('privacy:policy.contents')}
        parts={policy.sections.map(({ id, heading }) => ({ id, title: heading }))}
      />
      {policy.sections.map(({ id, heading, paragraphs }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{heading}</h2>
          <Prose text={paragraphs.map(withMailLinks)} />
        </section>
      ))}
      {earlier.length > 0 && (
        <section aria-labelledby="earlier">
          <h2 id="earlier">{t('privacy:policy.earlier')}</h2>
          <ul className={styles.versions}>
            {earlier.map((version) => (
              <li key={version.version}>{versionLine(version)}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Turns the e-mail addresses in the server's plain text into links. */
const withMailLinks = (paragraph: string): string =>
  paragraph.replaceAll(/[^\s,;:()[\]]+@[^\s,;:()[\]]+[^\s.,;:()[\]]/g, (address) => `[${address}](mailto:${address})`);
