import type { Language } from '../platform/language.js';

/** Version of the declaration below. Change it whenever a word changes, so that each withdrawal says what was declared. */
export const WITHDRAWAL_VERSION = '2026-11-21';

/** What somebody declares by pressing the second button; the screen shows the same words. Keep old versions. */
export const WITHDRAWAL_TEXT: Record<Language, string> = {
  de: 'Hiermit widerrufe ich den von mir abgeschlossenen Vertrag über das unten genannte digitale Schnittmuster.',
  en: 'I hereby withdraw from my contract for the digital sewing pattern named below.',
};
