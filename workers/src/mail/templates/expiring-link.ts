import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import { type MailContent, mailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import { mailTexts } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface ExpiringLinkProps {
  /** Undefined when the recipient has no account. */
  name?: string | null;
  link: string;
  expiresAt: Date;
  seller: Seller;
}

type Mail = 'verification' | 'passwordReset' | 'deletionConfirmation' | 'newsletterConfirmation';

/**
 * A mail with a link that expires. It contains nothing else, because a recipient who has not requested it must not get
 * advertising.
 */
export const expiringLink =
  (mail: Mail) =>
  ({ name = null, link, expiresAt, seller }: ExpiringLinkProps, locale: Language): MailContent => {
    const texts = mailTexts(mail, locale, seller, { expiresAt: formatMoment(expiresAt, locale) });
    return mailContent(texts, [
      greeting(name, locale),
      paragraph(texts.request),
      action(texts.action, link, locale),
      paragraph(texts.expiry),
      ...('effect' in texts ? [paragraph(texts.effect)] : []),
      paragraph(texts.notYou),
    ]);
  };
