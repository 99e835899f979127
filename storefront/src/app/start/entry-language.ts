import type { Language } from '../../api/types';
import { detectLanguage, storedLanguage, storeLanguage } from '../../i18n/detect-language';
import { barePath, pathIn } from '../../lib/language-path';

/**
 * Decides the language of the first screen and corrects the URL before the router reads it. A prefix in the URL takes
 * precedence over the detected language. /de/… is replaced by the path without prefix, as German URLs have none. German is
 * then stored, because otherwise a reload of that path could detect English.
 */
export function setEntryLanguage(): Language {
  const { pathname, search, hash } = window.location;
  const prefix = /^\/(de|en)(?=\/|$)/i.exec(pathname)?.[1]?.toLowerCase() as Language | undefined;
  const language = prefix ?? detectLanguage();
  if (prefix === 'de' || !storedLanguage()) storeLanguage(language);
  const corrected = pathIn(language, barePath(pathname));
  if (corrected !== pathname) window.history.replaceState(window.history.state, '', corrected + search + hash);
  return language;
}
