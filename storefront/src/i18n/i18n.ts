import type { i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../api/types';
import { Speaker, type Words } from './speaker';
import { wordFiles } from './word-files';

const speaker = new Speaker();
export const words: i18n = speaker.asI18n();
initReactI18next.init(words);

/** What the frame of every screen says, in one file; everything else comes with the screen. */
const frames = { de: () => import('./frame-de'), en: () => import('./frame-en') };

/** Makes a language the current one, with the words that all screens need; `<html lang>` follows. */
export async function speak(language: Language): Promise<void> {
  for (const [namespace, bundle] of Object.entries(await frames[language]())) {
    speaker.addResourceBundle(language, namespace, bundle);
  }
  speaker.changeLanguage(language);
  document.documentElement.lang = language;
}

/** @param namespaces names of files in locales/{language} */
export async function loadWords(language: Language, namespaces: readonly string[]): Promise<void> {
  await Promise.all(
    namespaces.map(async (namespace) => {
      if (speaker.hasResourceBundle(language, namespace)) return;
      const bundle = await wordFiles[`./locales/${language}/${namespace}.json`]!();
      speaker.addResourceBundle(language, namespace, bundle as Words);
    }),
  );
}
