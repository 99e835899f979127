import type { Language } from '../../platform/language.js';
import { mailedScreen } from '../../platform/mail/mailed-screen.js';

/** The URL of the withdrawal page, with the order number and the proof (withdrawal-proof.ts). */
export function withdrawalPage(publicUrl: string, locale: Language, orderNumber: string, proof: string): string {
  return mailedScreen(publicUrl, locale, `/withdraw?${new URLSearchParams({ order: orderNumber, proof })}`);
}

/** The URL of the download page, with the download token. */
export function downloadPage(publicUrl: string, locale: Language, token: string): string {
  return mailedScreen(publicUrl, locale, `/download/${token}`);
}
