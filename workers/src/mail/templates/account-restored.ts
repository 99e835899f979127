import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import { fill, mailWords } from '../mail-words.js';
import type { Seller } from '../seller.js';

export interface AccountRestoredProps {
  name: string | null;
  liftedAt: Date;
  loginLink: string;
  seller: Seller;
}

/** The account may be used again. */
export function accountRestored(
  { name, liftedAt, loginLink, seller }: AccountRestoredProps,
  locale: Language,
): MailContent {
  const words = mailWords[locale].accountRestored;
  const shop = seller.shopName;
  return {
    subject: fill(words.subject, { shop }),
    preview: words.preview,
    title: words.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(words.restored, { shop, liftedAt: formatMoment(liftedAt, locale) })),
      paragraph(words.patterns),
      action(words.action, loginLink, locale),
    ],
  };
}
