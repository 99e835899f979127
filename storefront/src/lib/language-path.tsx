import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Language } from '../api/types';

export function useLanguage(): Language {
  return useTranslation().i18n.language === 'en' ? 'en' : 'de';
}

/**
 * The path without its language prefix: `/en/patterns` and `/patterns` are both `/patterns`. Never `//elsewhere`, which a
 * browser would read as another host.
 */
export function barePath(path: string): string {
  return path.replace(/^\/(de|en)(?=[/?#]|$)/i, '').replace(/^[/\\]*/, '/');
}

/** The screen of a path; like the router, it ignores case and trailing slashes. */
export function screenPath(path: string): string {
  return barePath(path.replace(/\/+$/, '')).toLowerCase();
}

/** German paths have no prefix, English ones have /en. */
export function pathIn(language: Language, path: string): string {
  const bare = barePath(path);
  if (language === 'de') return bare;
  return bare === '/' ? '/en' : `/en${bare}`;
}

export function useLocalPath(): (path: string) => string {
  const language = useLanguage();
  return (path) => pathIn(language, path);
}

type LocalLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { to: string };

export function LocalLink({ to, ...rest }: LocalLinkProps) {
  const local = useLocalPath();
  return <Link to={local(to)} {...rest} />;
}
