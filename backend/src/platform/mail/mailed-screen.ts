import type { Language } from '../language.js';

/**
 * The URL of a screen for a link in a mail. German has a prefix too, because only a prefix overrides the browser's language
 * (storefront/src/app/start/entry-language.ts).
 * @param path e.g. `/verify-email?token=…`
 */
export function mailedScreen(publicUrl: string, language: Language, path: string): string {
  return `${publicUrl}/${language}${path}`;
}
