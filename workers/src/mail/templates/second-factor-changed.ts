import type { FactorChange } from '#backend/accounts/accounts.events.js';
import type { Language } from '#backend/platform/language.js';
import { action, greeting, heading, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import { fill, mailMessages } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface SecondFactorChangedProps {
  name: string | null;
  change: FactorChange;
  changedAt: Date;
  /** Number of unused recovery codes. */
  codesLeft: number;
  /** The page to request a password reset. */
  resetLink: string;
  seller: Seller;
}

/** Notifies the owner of every change of the second factor. */
export function secondFactorChanged(props: SecondFactorChangedProps, locale: Language): MailContent {
  const { name, change, codesLeft, resetLink, seller } = props;
  const messages = mailMessages[locale].secondFactorChanged;
  const shop = seller.shopName;
  const values = { shop, changedAt: formatMoment(props.changedAt, locale), count: String(codesLeft) };
  const { title, text, next } = messages.change[change];
  return {
    subject: fill(messages.subject, { title, shop }),
    preview: fill(text, values),
    title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(text, values)),
      paragraph(fill(next, values)),
      heading(messages.alarmTitle),
      paragraph(messages.alarm),
      action(messages.action, resetLink, locale),
      paragraph(fill(messages.contact, { email: seller.email })),
    ],
  };
}
