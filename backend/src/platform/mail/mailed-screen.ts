import type { Language } from '../language.js';

/**
 * The address of a screen in a mail. German is prefixed too: only a prefix wins over the language of the browser that opens
 * it (storefront/src/app/start/entry-language.ts).
 * @param path e.g. `/verify-email?token=…`
 */
export function mailedScreen(publicUrl: string, language: Language, path: string): string {
  return `${publicUrl}/${language}${path}`;
}
