import type { Language } from '#backend/platform/language.js';
import { greeting, paragraph } from '../blocks.js';
import { type MailContent, mailContent } from '../mail-content.js';
import { mailTexts } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface NewsletterWelcomeProps {
  unsubscribeLink: string;
  seller: Seller;
}

export function newsletterWelcome({ unsubscribeLink, seller }: NewsletterWelcomeProps, locale: Language): MailContent {
  const texts = mailTexts('newsletterWelcome', locale, seller);
  return mailContent(texts, [
    greeting(null, locale),
    paragraph(texts.welcome),
    paragraph(texts.leave),
    { kind: 'link', label: texts.unsubscribe, url: unsubscribeLink },
    paragraph(texts.notYou),
  ]);
}
