import type { Language } from '../platform/language.js';

/** Where a download token leads its buyer. */
export function downloadPage(publicUrl: string, locale: Language, token: string): string {
  return `${publicUrl}${locale === 'en' ? '/en' : ''}/download/${token}`;
}
