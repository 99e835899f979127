import type { FactorChange } from '#backend/accounts/accounts.events.js';
import type { Language } from '#backend/platform/language.js';
import { action, greeting, heading, paragraph } from '../blocks.js';
import { type MailContent, mailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import { mailMessages, mailTexts } from '../mail-messages.js';
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

/** Notifies the owner of an account of a change of the second factor. */
export function secondFactorChanged(props: SecondFactorChangedProps, locale: Language): MailContent {
  const { name, change, codesLeft, resetLink, seller } = props;
  const texts = mailTexts('secondFactorChanged', locale, seller, {
    title: mailMessages[locale].secondFactorChanged.change[change].title,
    changedAt: formatMoment(props.changedAt, locale),
    count: String(codesLeft),
  });
  const { title, text, next } = texts.change[change];
  return mailContent({ ...texts, title, preview: text }, [
    greeting(name, locale),
    paragraph(text),
    paragraph(next),
    heading(texts.alarmTitle),
    paragraph(texts.alarm),
    action(texts.action, resetLink, locale),
    paragraph(texts.contact),
  ]);
}
