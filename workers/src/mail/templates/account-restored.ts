import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import { type MailContent, mailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import { mailTexts } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface AccountRestoredProps {
  name: string | null;
  liftedAt: Date;
  loginLink: string;
  seller: Seller;
}

/** Confirms that the suspension was lifted. */
export function accountRestored(props: AccountRestoredProps, locale: Language): MailContent {
  const { name, liftedAt, loginLink, seller } = props;
  const texts = mailTexts('accountRestored', locale, seller, { liftedAt: formatMoment(liftedAt, locale) });
  return mailContent(texts, [
    greeting(name, locale),
    paragraph(texts.restored),
    paragraph(texts.patterns),
    action(texts.action, loginLink, locale),
  ]);
}
