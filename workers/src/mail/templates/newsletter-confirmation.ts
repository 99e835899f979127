import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailWords } from '../mail-words.js';

export interface NewsletterConfirmationProps {
  link: string;
  expiresAt: Date;
  seller: Seller;
}

/** Contains only the confirmation link: a recipient who did not subscribe must not get advertising. */
export function newsletterConfirmation(props: NewsletterConfirmationProps, locale: Language): MailContent {
  const { link, expiresAt, seller } = props;
  const words = mailWords[locale].newsletterConfirmation;
  const shop = seller.shopName;
  return {
    subject: fill(words.subject, { shop }),
    preview: words.preview,
    title: words.title,
    blocks: [
      greeting(null, locale),
      paragraph(fill(words.request, { shop })),
      action(words.action, link, locale),
      paragraph(fill(words.expiry, { expiresAt: formatMoment(expiresAt, locale) })),
      paragraph(words.notYou),
    ],
  };
}
