import type { Language } from '../../platform/language.js';
import { mailedScreen } from '../../platform/mail/mailed-screen.js';

/** Where an order is withdrawn from, with its number filled in and the proof that the mail was read. */
export function withdrawalPage(publicUrl: string, locale: Language, orderNumber: string, proof: string): string {
  return mailedScreen(publicUrl, locale, `/withdraw?${new URLSearchParams({ order: orderNumber, proof })}`);
}

/** Where a download token leads its buyer. */
export function downloadPage(publicUrl: string, locale: Language, token: string): string {
  return mailedScreen(publicUrl, locale, `/download/${token}`);
}
