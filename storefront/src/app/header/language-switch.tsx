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

/** Shows links to both languages (`buttons`), a link to the other language (`compact`), or menu items (`dropdown`). */
export function LanguageSwitch({ variant }: { variant: 'buttons' | 'compact' | 'dropdown' }) {
  const { t } = useTranslation();
  const current = useLanguage();
  const pathTo = usePathTo();
  const saveLanguage = useSaveLanguage();
  if (variant === 'dropdown') {
    return languages.map(({ code, name }) => (
      <Link
        key={code}
        role="menuitem"
        to={pathTo(code)}
        lang={code}
        onClick={() => saveLanguage(code)}
        aria-current={code === current || undefined}
      >
        {name}
        {code === current ? ' ✓' : ''}
      </Link>
    ));
  }
  const offered = variant === 'compact' ? languages.filter(({ code }) => code !== current) : languages;
  // Only the switch in the footer is a landmark. A second landmark in the header would have the same name.
  const Frame = variant === 'buttons' ? 'nav' : 'div';
  return (
    <Frame className={styles.switch} aria-label={variant === 'buttons' ? t('common:language') : undefined}>
      {offered.map(({ code, name }) => (
        <Link
          key={code}
          to={pathTo(code)}
          lang={code}
          hrefLang={code}
          onClick={() => saveLanguage(code)}
          aria-current={code === current || undefined}
          preventScrollReset
        >
          {name}
        </Link>
      ))}
    </Frame>
  );
}

function usePathTo(): (code: Language) => string {
  const { pathname, search, hash } = useLocation();
  return (code) => pathIn(code, pathname) + search + hash;
}
