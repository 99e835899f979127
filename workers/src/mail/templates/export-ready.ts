import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment, formatSize } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailWords } from '../mail-words.js';

export interface ExportReadyProps {
  name: string | null;
  /** The page that serves the file to the signed-in user: the link in the mail alone must not open it. */
  link: string;
  expiresAt: Date;
  bytes: number;
  seller: Seller;
}

export function exportReady(props: ExportReadyProps, locale: Language): MailContent {
  const { name, link, expiresAt, bytes, seller } = props;
  const words = mailWords[locale].exportReady;
  const shop = seller.shopName;
  return {
    subject: fill(words.subject, { shop }),
    preview: words.preview,
    title: words.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(words.ready, { shop, size: formatSize(bytes, locale) })),
      action(words.action, link, locale),
      paragraph(fill(words.expiry, { expiresAt: formatMoment(expiresAt, locale) })),
      paragraph(words.care),
      paragraph(fill(words.notYou, { email: seller.email })),
    ],
  };
}
