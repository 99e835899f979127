import type { Language } from '../../platform/language.js';
import { type TextVersions, textsOfVersion } from './agreed-text.js';

/**
 * Version of the waiver text that the checkout shows (§ 356 (5) BGB). Change the version whenever the text changes: each
 * purchase stores the version that its buyer accepted.
 */
export const WAIVER_VERSION = '2026-11-21';

/** The texts that the checkout shows or has shown. Add a changed text as a new version, and keep the old versions. */
export const WAIVER_TEXTS: TextVersions<Record<Language, string>> = {
  '2026-11-21': {
    sha256: 'd8e236cc8a2e2f748402c47607e55b60ef56de26ef6badf8cb043ef42dcc7376',
    texts: {
      de: 'Ich stimme ausdrücklich zu, dass ihr mir die Dateien vor Ablauf der Widerrufsfrist bereitstellt. Ich weiß, dass ich mein Widerrufsrecht verliere, sobald ihr damit beginnt.',
      en: 'I expressly agree that you deliver the files before the withdrawal period ends. I know that I lose my right of withdrawal once you begin to do so.',
    },
  },
};

/** @throws {Error} for an unknown version, because a confirmation must not show another text */
export const waiverText = (version: string, locale: Language) => textsOfVersion(WAIVER_TEXTS, version)[locale];
