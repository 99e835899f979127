import type { Language } from '#backend/platform/language.js';
import { greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import type { Seller } from '../seller.js';
import { fill, mailMessages } from '../mail-messages.js';

export interface NewsletterWelcomeProps {
  unsubscribeLink: string;
  seller: Seller;
}

export function newsletterWelcome({ unsubscribeLink, seller }: NewsletterWelcomeProps, locale: Language): MailContent {
  const messages = mailMessages[locale].newsletterWelcome;
  const shop = seller.shopName;
  return {
    subject: fill(messages.subject, { shop }),
    preview: messages.preview,
    title: messages.title,
    blocks: [
      greeting(null, locale),
      paragraph(fill(messages.welcome, { shop })),
      paragraph(messages.leave),
      { kind: 'link', label: messages.unsubscribe, url: unsubscribeLink },
      paragraph(messages.notYou),
    ],
  };
}
