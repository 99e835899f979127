import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import { fill, mailMessages } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface AccountRestoredProps {
  name: string | null;
  liftedAt: Date;
  loginLink: string;
  seller: Seller;
}

/** Confirms that the suspension was lifted. */
export function accountRestored(
  { name, liftedAt, loginLink, seller }: AccountRestoredProps,
  locale: Language,
): MailContent {
  const messages = mailMessages[locale].accountRestored;
  const shop = seller.shopName;
  return {
    subject: fill(messages.subject, { shop }),
    preview: messages.preview,
    title: messages.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(messages.restored, { shop, liftedAt: formatMoment(liftedAt, locale) })),
      paragraph(messages.patterns),
      action(messages.action, loginLink, locale),
    ],
  };
}
