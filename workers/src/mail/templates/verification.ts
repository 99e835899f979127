import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailMessages } from '../mail-messages.js';

export interface VerificationProps {
  name: string | null;
  link: string;
  expiresAt: Date;
  seller: Seller;
}

export function verification({ name, link, expiresAt, seller }: VerificationProps, locale: Language): MailContent {
  const messages = mailMessages[locale].verification;
  const shop = seller.shopName;
  return {
    subject: fill(messages.subject, { shop }),
    preview: fill(messages.preview, { shop }),
    title: messages.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(messages.request, { shop })),
      action(messages.action, link, locale),
      paragraph(fill(messages.expiry, { expiresAt: formatMoment(expiresAt, locale) })),
      paragraph(messages.purpose),
      paragraph(messages.notYou),
    ],
  };
}
