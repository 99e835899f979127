import type { Language } from '#backend/platform/language.js';
import { action, greeting, heading, paragraph } from '../blocks.js';
import { type MailContent, mailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import { mailTexts } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface PasswordChangedProps {
  name: string | null;
  changedAt: Date;
  /** The page to request a password reset. */
  resetLink: string;
  seller: Seller;
}

/** Informs the owner of the account, because another person can have changed the password. */
export function passwordChanged(props: PasswordChangedProps, locale: Language): MailContent {
  const { name, changedAt, resetLink, seller } = props;
  const texts = mailTexts('passwordChanged', locale, seller, { changedAt: formatMoment(changedAt, locale) });
  return mailContent(texts, [
    greeting(name, locale),
    paragraph(texts.changed),
    paragraph(texts.fine),
    heading(texts.alarmTitle),
    paragraph(texts.alarm),
    action(texts.action, resetLink, locale),
    paragraph(texts.mailbox),
    paragraph(texts.reason),
  ]);
}
