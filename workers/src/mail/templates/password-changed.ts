import type { Language } from '#backend/platform/language.js';
import { action, greeting, heading, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailWords } from '../mail-words.js';

export interface PasswordChangedProps {
  name: string | null;
  changedAt: Date;
  /** The page on which another password can be asked for. */
  resetLink: string;
  seller: Seller;
}

/** Informs the owner of the account, who may not have changed the password. */
export function passwordChanged(props: PasswordChangedProps, locale: Language): MailContent {
  const { name, resetLink, seller } = props;
  const words = mailWords[locale].passwordChanged;
  const shop = seller.shopName;
  const changedAt = formatMoment(props.changedAt, locale);
  return {
    subject: fill(words.subject, { shop }),
    preview: fill(words.preview, { changedAt }),
    title: words.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(words.changed, { shop, changedAt })),
      paragraph(words.fine),
      heading(words.alarmTitle),
      paragraph(words.alarm),
      action(words.action, resetLink, locale),
      paragraph(fill(words.mailbox, { email: seller.email })),
      paragraph(words.reason),
    ],
  };
}
