import type { Language } from '#backend/platform/language.js';
import { greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import type { Seller } from '../seller.js';
import { fill, mailWords } from '../mail-words.js';

export interface NewsletterWelcomeProps {
  unsubscribeLink: string;
  seller: Seller;
}

export function newsletterWelcome({ unsubscribeLink, seller }: NewsletterWelcomeProps, locale: Language): MailContent {
  const words = mailWords[locale].newsletterWelcome;
  const shop = seller.shopName;
  return {
    subject: fill(words.subject, { shop }),
    preview: words.preview,
    title: words.title,
    blocks: [
      greeting(null, locale),
      paragraph(fill(words.welcome, { shop })),
      paragraph(words.leave),
      { kind: 'link', label: words.unsubscribe, url: unsubscribeLink },
      paragraph(words.notYou),
    ],
  };
}
