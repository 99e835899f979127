import type { Language } from '#backend/platform/language.js';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

export type MailMessages = typeof de;

export const mailMessages: Record<Language, MailMessages> = { de, en };

/** Replaces `{placeholders}` once; values are not expanded again. @throws {Error} when a value is missing */
export function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`No value for {${key}} in "${template}"`);
    return value;
  });
}
