import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../api/types';
import { wordFiles } from './word-files';

export const words: i18n = createInstance();

/** What the frame of every screen says; everything else comes with the screen. */
const EVERYWHERE = ['common', 'errors', 'pattern'];

/** Makes a language the current one, with the words that all screens need; `<html lang>` follows. */
export async function speak(language: Language): Promise<void> {
  await loadWords(language, EVERYWHERE);
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

/** @param namespaces names of files in locales/{language} */
export async function loadWords(language: Language, namespaces: readonly string[]): Promise<void> {
  starting ??= start(language);
  await Promise.all(
    namespaces.map(async (namespace) => {
      await starting;
      if (words.hasResourceBundle(language, namespace)) return;
      const bundle = await wordFiles[`./locales/${language}/${namespace}.json`]!();
      words.addResourceBundle(language, namespace, bundle);
    }),
  );
}
