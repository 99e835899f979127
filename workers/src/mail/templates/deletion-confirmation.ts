import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailWords } from '../mail-words.js';

export interface DeletionConfirmationProps {
  name: string | null;
  link: string;
  expiresAt: Date;
  seller: Seller;
}

/** The question before anything happens to an account. */
export function deletionConfirmation(props: DeletionConfirmationProps, locale: Language): MailContent {
  const { name, link, expiresAt, seller } = props;
  const words = mailWords[locale].deletionConfirmation;
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
