import type { Language } from '#backend/platform/language.js';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

export type MailWords = typeof de;

export const mailWords: Record<Language, MailWords> = { de, en };

/** Puts values into `{placeholders}`; what a value itself contains is never filled again. Throws when one is missing. */
export function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`No value for {${key}} in "${template}"`);
    return value;
  });
}
