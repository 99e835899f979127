import { action, greeting, paragraph } from './blocks.js';
import { mailContent } from './mail-content.js';
import { formatMoment } from './mail-format.js';
import { mailTexts } from './mail-messages.js';
import { mailTemplate } from './mail-template.js';
import type { Seller } from './seller.js';

interface ExpiringLinkProps {
  /** Null or undefined when the recipient has no account or the mail must not contain a name. */
  name?: string | null;
  link: string;
  expiresAt: Date;
  seller: Seller;
}

type Mail = 'verification' | 'passwordReset' | 'deletionConfirmation' | 'newsletterConfirmation';

/**
 * A mail with a link that expires. It contains no advertising, because another person may have requested the mail for the
 * recipient's address.
 */
const expiringLink = (mail: Mail) =>
  mailTemplate(mail, ({ name = null, link, expiresAt, seller }: ExpiringLinkProps, locale) => {
    const texts = mailTexts(mail, locale, seller, { expiresAt: formatMoment(expiresAt, locale) });
    return mailContent(texts, [
      greeting(name, locale),
      paragraph(texts.request),
      action(texts.action, link, locale),
      paragraph(texts.expiry),
      ...('effect' in texts ? [paragraph(texts.effect)] : []),
      paragraph(texts.notYou),
    ]);
  });

export const verification = expiringLink('verification');
export const passwordReset = expiringLink('passwordReset');
export const deletionConfirmation = expiringLink('deletionConfirmation');
export const newsletterConfirmation = expiringLink('newsletterConfirmation');
