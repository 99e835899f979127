import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { Language } from '../../api/types';
import { pathIn, useLanguage } from '../../lib/language-path';
import { useSaveLanguage } from '../../lib/hooks/use-save-language';
import styles from './language-switch.module.css';

const languages: { code: Language; name: string }[] = [
  { code: 'de', name: 'Deutsch' },
  { code: 'en', name: 'English' },
];

/** Buttons with both names, a compact link to the other language, or items of a dropdown menu. */
export function LanguageSwitch({ variant }: { variant: 'buttons' | 'compact' | 'dropdown' }) {
  const { t } = useTranslation();
  const current = useLanguage();
  const linkTo = useLinkTo();
  const choose = useSaveLanguage();
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

function useLinkTo(): (code: Language) => string {
  const { pathname, search, hash } = useLocation();
  return (code) => pathIn(code, pathname) + search + hash;
}
