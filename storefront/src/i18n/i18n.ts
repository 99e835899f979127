import type { i18n } from 'i18next';
import type { Language } from '../api/types';
import { whenConnected } from '../lib/when-connected';
import { Speaker, type Words } from './speaker';
import type { WordFiles } from './word-files';

const speakers = { de: new Speaker('de'), en: new Speaker('en') };

/** What the frame of every screen says, in one file; everything else comes with the screen. */
const frames = {
  de: whenConnected(() => import('./frame-de')),
  en: whenConnected(() => import('./frame-en')),
};

/** The files of the first screens: the table of all files belongs to the later ones (app/later-screens.tsx). */
const firstFiles: WordFiles = import.meta.glob<Record<string, unknown>>('./locales/*/{home,catalogue,detail}.json', {
  import: 'default',
});

/** Who says the words of a language. Where its frame could not be loaded the other language is better than bare keys. */
export function speakerOf(language: Language): i18n {
  const other = speakers[language === 'de' ? 'en' : 'de'];
  const mute = !hasFrame(speakers[language]) && hasFrame(other);
  return (mute ? other : speakers[language]).asI18n();
}

const hasFrame = (speaker: Speaker) => speaker.hasResourceBundle('common');

/** Loads the words that all screens need. */
export async function loadFrame(language: Language): Promise<void> {
  const speaker = speakers[language];
  if (hasFrame(speaker)) return;
  for (const [namespace, bundle] of Object.entries(await frames[language]())) {
    speaker.addResourceBundle(namespace, bundle);
  }
}

/** @param namespaces names of files in locales/{language} */
export async function loadWords(
  language: Language,
  namespaces: readonly string[],
  files: WordFiles = firstFiles,
): Promise<void> {
  const speaker = speakers[language];
  await Promise.all(
    namespaces.map(async (namespace) => {
      if (speaker.hasResourceBundle(namespace)) return;
      const bundle = await files[`./locales/${language}/${namespace}.json`]!();
      speaker.addResourceBundle(namespace, bundle as Words);
    }),
  );
}
