import type { Language } from '../../api/types';
import { detectLanguage, storedLanguage, storeLanguage } from '../../i18n/detect-language';
import { barePath, pathIn } from '../../lib/language-path';

/**
 * Decides the language of the first screen and corrects the URL before the router reads it. A prefix in the URL takes
 * precedence over the detected language. German URLs have no prefix, so this function removes /de from the URL. It then
 * stores German, because a reload of the path without prefix could otherwise detect English. It also stores the decided
 * language when no language is stored.
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
