import type { Language } from '../platform/language.js';

/** Where an order is withdrawn from, with its number filled in and the proof that the mail was read. */
export function withdrawalPage(publicUrl: string, locale: Language, orderNumber: string, proof: string): string {
  const query = new URLSearchParams({ order: orderNumber, proof });
  return `${publicUrl}${locale === 'en' ? '/en' : ''}/withdraw?${query}`;
}

/** Where a download token leads its buyer. */
export function downloadPage(publicUrl: string, locale: Language, token: string): string {
  return `${publicUrl}${locale === 'en' ? '/en' : ''}/download/${token}`;
}
