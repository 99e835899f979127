import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import { type MailContent, mailContent } from '../mail-content.js';
import { formatMoment, formatSize } from '../mail-format.js';
import { mailTexts } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface ExportReadyProps {
  name: string | null;
  /** The page where the signed-in user downloads the archive. The mail contains no direct link to the archive. */
  link: string;
  expiresAt: Date;
  bytes: number;
  seller: Seller;
}

export function exportReady({ name, link, expiresAt, bytes, seller }: ExportReadyProps, locale: Language): MailContent {
  const texts = mailTexts('exportReady', locale, seller, {
    size: formatSize(bytes, locale),
    expiresAt: formatMoment(expiresAt, locale),
  });
  return mailContent(texts, [
    greeting(name, locale),
    paragraph(texts.ready),
    action(texts.action, link, locale),
    paragraph(texts.expiry),
    paragraph(texts.care),
    paragraph(texts.notYou),
  ]);
}
