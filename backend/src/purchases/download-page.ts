import type { Language } from '../platform/language.js';

/** Where an order is withdrawn from, with its number filled in. */
export function withdrawalPage(publicUrl: string, locale: Language, orderNumber: string): string {
  return `${publicUrl}${locale === 'en' ? '/en' : ''}/withdraw?order=${encodeURIComponent(orderNumber)}`;
}

/** Where a download token leads its buyer. */
export function downloadPage(publicUrl: string, locale: Language, token: string): string {
  return `${publicUrl}${locale === 'en' ? '/en' : ''}/download/${token}`;
}
