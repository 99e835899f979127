import type { Language } from '../../api/types';
import { detectLanguage, storedLanguage, storeLanguage } from '../../i18n/detect-language';
import { barePath, pathIn } from '../../lib/language-path';

/**
 * Decides the language of the first screen and corrects the URL to it, before the router reads it.
 * A prefix wins over every detection. /de/… becomes the unprefixed path, so German replaces an earlier stored choice:
 * otherwise a reload of the unprefixed page would be English again. The prefix of /en/… stays, so nothing is stored.
 */
export function correctEntry(): Language {
  const { pathname, search, hash } = window.location;
  const prefix = /^\/(de|en)(?=\/|$)/i.exec(pathname)?.[1]?.toLowerCase() as Language | undefined;
  const language = prefix ?? detectLanguage();
  if (prefix === 'de' || !storedLanguage()) storeLanguage(language);
  const corrected = pathIn(language, barePath(pathname));
  if (corrected !== pathname) window.history.replaceState(window.history.state, '', corrected + search + hash);
  return language;
}
