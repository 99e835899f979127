import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailMessages } from '../mail-messages.js';

export interface DeletionConfirmationProps {
  name: string | null;
  link: string;
  expiresAt: Date;
  seller: Seller;
}

/** Asks to confirm the deletion of an account. */
export function deletionConfirmation(props: DeletionConfirmationProps, locale: Language): MailContent {
  const { name, link, expiresAt, seller } = props;
  const messages = mailMessages[locale].deletionConfirmation;
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
