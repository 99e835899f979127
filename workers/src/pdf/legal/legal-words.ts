import type { Language } from '#backend/platform/language.js';

/** The words of a document with a legal text. */
export const legalWords: Record<Language, { version: string; page: string }> = {
  de: { version: 'Fassung vom {day}', page: 'Seite {page} von {pages}' },
  en: { version: 'Version of {day}', page: 'Page {page} of {pages}' },
};
