import type { Language } from '#backend/platform/language.js';
import { action, greeting, heading, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailMessages } from '../mail-messages.js';

export interface PasswordChangedProps {
  name: string | null;
  changedAt: Date;
  /** The page to request a password reset. */
  resetLink: string;
  seller: Seller;
}

/** Informs the owner of the account, who may not have changed the password. */
export function passwordChanged(props: PasswordChangedProps, locale: Language): MailContent {
  const { name, resetLink, seller } = props;
  const messages = mailMessages[locale].passwordChanged;
  const shop = seller.shopName;
  const changedAt = formatMoment(props.changedAt, locale);
  return {
    subject: fill(messages.subject, { shop }),
    preview: fill(messages.preview, { changedAt }),
    title: messages.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(messages.changed, { shop, changedAt })),
      paragraph(messages.fine),
      heading(messages.alarmTitle),
      paragraph(messages.alarm),
      action(messages.action, resetLink, locale),
      paragraph(fill(messages.mailbox, { email: seller.email })),
      paragraph(messages.reason),
    ],
  };
}
