import type { Language } from '../../platform/language.js';

/** The current version of the text. Add a changed text as a new version, and keep the old versions. */
export const WITHDRAWAL_VERSION = '2026-11-21';

/** The text that the buyer declares with the confirm button, by version. The screen shows the current version. */
export const WITHDRAWAL_TEXT: Record<string, Record<Language, string>> = {
  '2026-11-21': {
    de: 'Hiermit widerrufe ich den von mir abgeschlossenen Vertrag über das unten genannte digitale Schnittmuster.',
    en: 'I hereby withdraw from my contract for the digital sewing pattern named below.',
  },
};

/** @throws {Error} for an unknown version, because the mail must not confirm another text */
export function withdrawalText(version: string, locale: Language): string {
  const text = WITHDRAWAL_TEXT[version]?.[locale];
  if (!text) throw new Error(`The withdrawal text of version ${version} is missing`);
  return text;
}
