import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Language } from '../api/types';

export function useLanguage(): Language {
  return useTranslation().i18n.language === 'en' ? 'en' : 'de';
}

/**
 * Removes the language prefix of a path: `/en/patterns` becomes `/patterns`. The result never starts with two slashes,
 * which a browser would read as another host.
 */
export function barePath(path: string): string {
  return path.replace(/^\/(de|en)(?=[/?#]|$)/i, '').replace(/^[/\\]*/, '/');
}

/** @returns the path of a screen without language prefix and trailing slashes, in lower case as the router compares it */
export function screenPath(path: string): string {
  return barePath(path.replace(/\/+$/, '')).toLowerCase();
}

/** @returns the path in a language: German paths have no prefix, English paths start with /en */
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
