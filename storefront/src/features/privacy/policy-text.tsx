import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { shopConfig } from '../../api/config';
import type { PrivacyPolicy } from '../../api/privacy';
import { formatDate } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import { Contents } from '../../ui/texts/contents';
import { Prose } from '../../ui/texts/prose';
import styles from './policy-text.module.css';

export function PolicyText({ policy }: { policy: PrivacyPolicy }) {
  const { t } = useTranslation();
  const language = useLanguage();
  useScrollToSection();
  const versionLine = ({ version, effectiveFrom }: PrivacyPolicy['history'][number]) =>
    t('privacy:policy.version', { version, date: formatDate(effectiveFrom, language) });
  const note = policy.sections.find(({ id }) => id === 'template');
  const parts = policy.sections.filter((section) => section !== note);
  const earlier = policy.history.slice(1);
  return (
    <>
      <div className={styles.head}>
        <p className="muted small figures">{versionLine(policy)}</p>
        <button type="button" className={`${styles.print} link-button`} onClick={() => window.print()}>
          {t('privacy:policy.print')}
        </button>
      </div>
      {note && (
        <div className={styles.note}>
          <strong>{note.heading}</strong>
          <Prose text={note.paragraphs} />
        </div>
      )}
      <Contents label={t('privacy:policy.contents')} parts={parts.map(({ id, heading }) => ({ id, title: heading }))} />
      {parts.map(({ id, heading, paragraphs }) => (
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

/** Turns the shop's e-mail address into a link, because the server sends plain text. */
function withMailLinks(paragraph: string): string {
  const { supportEmail } = shopConfig();
  return supportEmail ? paragraph.replaceAll(supportEmail, `[${supportEmail}](mailto:${supportEmail})`) : paragraph;
}

/** Scrolls to the section in the URL. The browser cannot do it, because the text loads after the page. */
function useScrollToSection() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}
