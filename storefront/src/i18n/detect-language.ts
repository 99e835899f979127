import type { Language } from '../api/types';
import { readPreferences, savePreferences } from '../lib/preferences';

/** Undefined unless this visitor has a language stored. */
export function storedLanguage(): Language | undefined {
  const stored = localStorage.getItem('i18nextLng');
  return stored === 'de' || stored === 'en' ? stored : undefined;
}

export function storeLanguage(language: Language): void {
  localStorage.setItem('i18nextLng', language);
  if (readPreferences().language !== language) savePreferences({ language });
}

/** Stored choice, then the browser's languages, then the document's. Robots always get what the URL says. */
export function detectLanguage(): Language {
  const stored = storedLanguage();
  if (stored) return stored;
  if (isRobot()) return 'de';
  for (const tag of navigator.languages ?? []) {
    const language = tag.slice(0, 2).toLowerCase();
    if (language === 'de' || language === 'en') return language;
  }
  return document.documentElement.lang === 'en' ? 'en' : 'de';
}

function isRobot(): boolean {
  return navigator.webdriver || /bot|crawl|spider|slurp|preview|headless/i.test(navigator.userAgent);
}
