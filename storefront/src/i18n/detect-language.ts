import type { Language } from '../api/types';
import { type Preferences, readPreferences, savePreferences } from '../lib/preferences';
import { onDevice } from '../lib/storage';

const isLanguage = (value: unknown): value is Language => value === 'de' || value === 'en';

/** @returns the stored language of the visitor, from its own key or from the preferences, or undefined */
export function storedLanguage(): Language | undefined {
  const stored = onDevice.read('i18nextLng');
  if (isLanguage(stored)) return stored;
  try {
    // readPreferences() cannot be used, because it replaces a missing language with German.
    const { preferences } = JSON.parse(onDevice.read('user_preferences') ?? '{}') as {
      preferences?: Preferences;
    };
    return isLanguage(preferences?.language) ? preferences.language : undefined;
  } catch {
    return undefined;
  }
}

export function storeLanguage(language: Language): void {
  onDevice.write('i18nextLng', language);
  if (readPreferences().language !== language) savePreferences({ language });
}

/**
 * Detects the language for a URL without prefix. Prefers the stored language, then the first known language of the browser,
 * then the language of the document. Robots get German, because URLs without prefix are German.
 */
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
