import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailMessages } from '../mail-messages.js';

export interface PasswordResetProps {
  name: string | null;
  link: string;
  expiresAt: Date;
  seller: Seller;
}

export function passwordReset({ name, link, expiresAt, seller }: PasswordResetProps, locale: Language): MailContent {
  const messages = mailMessages[locale].passwordReset;
  const shop = seller.shopName;
  return {
    subject: fill(messages.subject, { shop }),
    preview: messages.preview,
    title: messages.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(messages.request, { shop })),
      action(messages.action, link, locale),
      paragraph(fill(messages.expiry, { expiresAt: formatMoment(expiresAt, locale) })),
      paragraph(messages.effect),
      paragraph(messages.notYou),
    ],
  };
}
