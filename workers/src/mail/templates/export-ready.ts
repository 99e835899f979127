import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment, formatSize } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailMessages } from '../mail-messages.js';

export interface ExportReadyProps {
  name: string | null;
  /** The page with the download for the signed-in user: the mail contains no direct link. */
  link: string;
  expiresAt: Date;
  bytes: number;
  seller: Seller;
}

export function exportReady(props: ExportReadyProps, locale: Language): MailContent {
  const { name, link, expiresAt, bytes, seller } = props;
  const messages = mailMessages[locale].exportReady;
  const shop = seller.shopName;
  return {
    subject: fill(messages.subject, { shop }),
    preview: messages.preview,
    title: messages.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(messages.ready, { shop, size: formatSize(bytes, locale) })),
      action(messages.action, link, locale),
      paragraph(fill(messages.expiry, { expiresAt: formatMoment(expiresAt, locale) })),
      paragraph(messages.care),
      paragraph(fill(messages.notYou, { email: seller.email })),
    ],
  };
}
