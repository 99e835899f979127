import type { Language } from '../api/types';
import { type Preferences, readPreferences, savePreferences } from '../lib/preferences';
import { onDevice } from '../lib/storage';

const isLanguage = (value: unknown): value is Language => value === 'de' || value === 'en';

/** Undefined unless this visitor has a language stored: under its own key, or among the preferences. */
export function storedLanguage(): Language | undefined {
  const stored = onDevice.read('i18nextLng');
  if (isLanguage(stored)) return stored;
  try {
    // Not readPreferences(): it fills a missing choice with German.
    const { preferences } = JSON.parse(onDevice.read('user_preferences') ?? '{}') as {
      preferences?: Preferences;
    };
    return isLanguage(preferences?.language) ? preferences.language : undefined;
  } catch {
    return undefined;
  }
}

export function storeLanguage(language: Language): void {
  // A browser that keeps nothing still has the address to go by.
  onDevice.write('i18nextLng', language);
  if (readPreferences().language !== language) savePreferences({ language });
}

/** Stored choice, then the browser's languages, then the document's. Robots always get what the URL says. */
export function detectLanguage(): Language {
  const stored = storedLanguage();
  if (stored) return stored;
  if (isRobot()) return 'de';
  for (const tag of navigator.languages ?? []) {
    const language = tag.slice(0, 2).toLowerCase();
    if (isLanguage(language)) return language;
  }
  return document.documentElement.lang === 'en' ? 'en' : 'de';
}

function isRobot(): boolean {
  return navigator.webdriver || /bot|crawl|spider|slurp|preview|headless/i.test(navigator.userAgent);
}
