import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailWords } from '../mail-words.js';

export interface PasswordResetProps {
  name: string | null;
  link: string;
  expiresAt: Date;
  seller: Seller;
}

export function passwordReset({ name, link, expiresAt, seller }: PasswordResetProps, locale: Language): MailContent {
  const words = mailWords[locale].passwordReset;
  const shop = seller.shopName;
  return {
    subject: fill(words.subject, { shop }),
    preview: words.preview,
    title: words.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(words.request, { shop })),
      action(words.action, link, locale),
      paragraph(fill(words.expiry, { expiresAt: formatMoment(expiresAt, locale) })),
      paragraph(words.effect),
      paragraph(words.notYou),
    ],
  };
}
