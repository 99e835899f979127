import { createInstance } from 'i18next';
import type { Language } from '../api/types';
import { whenConnected } from '../lib/when-connected';
import type { MessageFiles } from './message-files';

const i18n = createInstance();
void i18n.init({
  lng: 'de',
  // When the messages of a language have not loaded, those of the other one are better than bare keys.
  fallbackLng: { de: ['en'], en: ['de'] },
  defaultNS: 'common',
  // Given, so that i18next is ready at once; the messages follow.
  resources: {},
  returnEmptyString: true,
  // React escapes.
  interpolation: { escapeValue: false },
  ...(import.meta.env.DEV && { saveMissing: true, missingKeyHandler: refuseMissingKey }),
});

/**
 * i18next with the messages of the shop, once for each language: during a switch the old screen stays in its language
 * until the new one has loaded. Both share the loaded messages.
 */
export const i18nIn = { de: i18n, en: i18n.cloneInstance({ lng: 'en' }) };

/** Fails tests and screens in development, not in production. */
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

/** The files that first screens load: the table of all files belongs to the later ones (app/later-screens.tsx). */
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
 * Loads the messages that all later screens share. First screens need them only for failures and dialogs: in both
 * languages, so that a message can follow a switch.
 */
export async function loadLaterMessages(): Promise<void> {
  await Promise.all([loadMessages('de', ['later']), loadMessages('en', ['later'])]);
}
