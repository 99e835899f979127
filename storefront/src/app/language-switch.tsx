import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { accounts } from '../api/calls';
import type { Language } from '../api/types';
import { storeLanguage } from '../i18n/detect-language';
import { pathIn, useLanguage } from '../lib/language-path';
import { useSession } from '../lib/session';
import styles from './language-switch.module.css';

const languages: { code: Language; name: string }[] = [
  { code: 'de', name: 'Deutsch' },
  { code: 'en', name: 'English' },
];

/** Buttons with both names, a compact link to the other language, or items of a dropdown menu. */
export function LanguageSwitch({ variant }: { variant: 'buttons' | 'compact' | 'dropdown' }) {
  const { t } = useTranslation();
  const current = useLanguage();
  const { linkTo, choose } = useLanguageLinks();
  if (variant === 'dropdown') {
    return languages.map(({ code, name }) => (
      <Link
        key={code}
        role="menuitem"
        to={linkTo(code)}
        lang={code}
        onClick={() => choose(code)}
        aria-current={code === current || undefined}
      >
        {name}
        {code === current ? ' ✓' : ''}
      </Link>
    ));
  }
  const shown = variant === 'compact' ? languages.filter(({ code }) => code !== current) : languages;
  // The footer's switch is the landmark; a second one in the header would only repeat it.
  const Frame = variant === 'buttons' ? 'nav' : 'div';
  return (
    <Frame className={styles.switch} aria-label={variant === 'buttons' ? t('common:language') : undefined}>
      {shown.map(({ code, name }) => (
        <Link
          key={code}
          to={linkTo(code)}
          lang={code}
          hrefLang={code}
          onClick={() => choose(code)}
          aria-current={code === current || undefined}
          preventScrollReset
        >
          {name}
        </Link>
      ))}
    </Frame>
  );
}

function useLanguageLinks() {
  const { pathname, search, hash } = useLocation();
  const { user, updateUser } = useSession();
  return {
    linkTo: (code: Language) => pathIn(code, pathname) + search + hash,
    choose: (code: Language) => {
      storeLanguage(code);
      if (!user || user.language === code) return;
      // Mails are written in the language of the account; if this call is lost, the next switch repeats it.
      accounts.chooseLanguage(code).then(
        ({ language }) => updateUser({ ...user, language }),
        () => undefined,
      );
    },
  };
}
