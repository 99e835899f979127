import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import { type MailContent, mailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import { mailTexts } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface ExpiringLinkProps {
  /** Not set without an account. */
  name?: string | null;
  link: string;
  expiresAt: Date;
  seller: Seller;
}

type Mail = 'verification' | 'passwordReset' | 'deletionConfirmation' | 'newsletterConfirmation';

/**
 * A mail that asks to follow a link which expires. It contains nothing else: a recipient who did not request it must
 * not get advertising.
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
