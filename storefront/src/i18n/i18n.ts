import { createInstance } from 'i18next';
import type { Language } from '../api/types';
import { whenConnected } from '../lib/when-connected';
import type { MessageFiles } from './message-files';

const i18n = createInstance();
void i18n.init({
  lng: 'de',
  // Until the messages of a language have loaded, i18next uses the other language, because a key would confuse visitors.
  fallbackLng: { de: ['en'], en: ['de'] },
  defaultNS: 'common',
  // i18next initialises synchronously only when it has resources. The messages are added later.
  resources: {},
  returnEmptyString: true,
  // React escapes values, so i18next must not.
  interpolation: { escapeValue: false },
  ...(import.meta.env.DEV && { saveMissing: true, missingKeyHandler: refuseMissingKey }),
});

/**
 * One instance of i18next for each language. During a language switch the old screen keeps its language until the new
 * screen has loaded. Both instances share the loaded messages.
 */
export const i18nIn = { de: i18n, en: i18n.cloneInstance({ lng: 'en' }) };

/** Throws for a missing key, in tests and in development only. */
function refuseMissingKey(
  languages: readonly string[],
  namespace: string,
  key: string,
  _fallback: string,
  _update: boolean,
  options: { defaultValue?: string },
): void {
  if (options.defaultValue === undefined) throw new Error(`No message ${namespace}:${key} in ${languages.join()}`);
}

/** The messages that all screens need, in one file for each language. */
const sharedMessages = {
  de: whenConnected(() => import('./shared-de')),
  en: whenConnected(() => import('./shared-en')),
};

/** The message files of the first screens. The list of all files loads later (message-files.ts). */
const firstFiles: MessageFiles = import.meta.glob<Record<string, unknown>>(
  './locales/*/{home,catalogue,detail,later}.json',
  {
    import: 'default',
  },
);

export async function loadSharedMessages(language: Language): Promise<void> {
  if (i18n.hasResourceBundle(language, 'common')) return;
  for (const [namespace, messages] of Object.entries(await sharedMessages[language]())) {
    i18n.addResourceBundle(language, namespace, messages);
  }
}

/** @param namespaces names of files in locales/{language} */
export async function loadMessages(
  language: Language,
  namespaces: readonly string[],
  files: MessageFiles = firstFiles,
): Promise<void> {
  await Promise.all(
    namespaces.map(async (namespace) => {
      if (i18n.hasResourceBundle(language, namespace)) return;
      i18n.addResourceBundle(language, namespace, await files[`./locales/${language}/${namespace}.json`]!());
    }),
  );
}

/**
 * Loads the messages that all later screens share. First screens load them only for errors and dialogs. Loads both
 * languages, so that a shown message can change with the language.
 */
export async function loadLaterMessages(): Promise<void> {
  await Promise.all([loadMessages('de', ['later']), loadMessages('en', ['later'])]);
}
