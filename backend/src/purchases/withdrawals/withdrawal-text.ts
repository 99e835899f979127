import type { Language } from '../../platform/language.js';

/** The version that is declared now. A changed word is a new version below; the old ones stay. */
export const WITHDRAWAL_VERSION = '2026-11-21';

/** What somebody declares by pressing the second button, by version; the screen shows the words of the newest. */
export const WITHDRAWAL_TEXT: Record<string, Record<Language, string>> = {
  '2026-11-21': {
    de: 'Hiermit widerrufe ich den von mir abgeschlossenen Vertrag über das unten genannte digitale Schnittmuster.',
    en: 'I hereby withdraw from my contract for the digital sewing pattern named below.',
  },
};

/** The words that were declared. @throws Error for a version that nobody kept, rather than confirming other words */
export function withdrawalText(version: string, locale: Language): string {
  const text = WITHDRAWAL_TEXT[version]?.[locale];
  if (!text) throw new Error(`The words of withdrawal ${version} are missing`);
  return text;
}
