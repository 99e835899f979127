import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../api/types';

export const words: i18n = createInstance();

/** Loads one language and makes it the current one; `<html lang>` follows. */
export async function speak(language: Language): Promise<void> {
  starting ??= start(language);
  await starting;
  await loadWords(language);
  await words.changeLanguage(language);
  document.documentElement.lang = language;
}

let starting: Promise<void> | undefined;

async function start(language: Language): Promise<void> {
  await words.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}

async function loadWords(language: Language): Promise<void> {
  const { files } = await (language === 'de' ? import('./words-de') : import('./words-en'));
  for (const [path, bundle] of Object.entries(files)) {
    const namespace = path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
    words.addResourceBundle(language, namespace, bundle);
  }
}
