import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailWords } from '../mail-words.js';

export interface VerificationProps {
  name: string | null;
  link: string;
  expiresAt: Date;
  seller: Seller;
}

export function verification({ name, link, expiresAt, seller }: VerificationProps, locale: Language): MailContent {
  const words = mailWords[locale].verification;
  const shop = seller.shopName;
  return {
    subject: fill(words.subject, { shop }),
    preview: fill(words.preview, { shop }),
    title: words.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(words.request, { shop })),
      action(words.action, link, locale),
      paragraph(fill(words.expiry, { expiresAt: formatMoment(expiresAt, locale) })),
      paragraph(words.purpose),
      paragraph(words.notYou),
    ],
  };
}
