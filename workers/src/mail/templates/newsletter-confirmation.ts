import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailMessages } from '../mail-messages.js';
import { ruleValues } from '#backend/platform/shop-rules.js';

export interface NewsletterConfirmationProps {
  link: string;
  expiresAt: Date;
  seller: Seller;
}

/** Contains only the confirmation link: a recipient who did not subscribe must not get advertising. */
export function newsletterConfirmation(props: NewsletterConfirmationProps, locale: Language): MailContent {
  const { link, expiresAt, seller } = props;
  const messages = mailMessages[locale].newsletterConfirmation;
  const shop = seller.shopName;
  return {
    subject: fill(messages.subject, { shop }),
    preview: messages.preview,
    title: messages.title,
    blocks: [
      greeting(null, locale),
      paragraph(fill(messages.request, { shop })),
      action(messages.action, link, locale),
      paragraph(fill(messages.expiry, { expiresAt: formatMoment(expiresAt, locale) })),
      paragraph(fill(messages.notYou, ruleValues(locale))),
    ],
  };
}
