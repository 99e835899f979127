import type { Language } from '../language.js';

/**
 * The URL of a screen in a mail. German gets a prefix too: only a prefix overrides the browser's language
 * (storefront/src/app/start/entry-language.ts).
 * @param path e.g. `/verify-email?token=…`
 */
export function mailedScreen(publicUrl: string, language: Language, path: string): string {
  return `${publicUrl}/${language}${path}`;
}
