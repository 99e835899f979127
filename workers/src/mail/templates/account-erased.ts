import type { Language } from '#backend/platform/language.js';
import { greeting, paragraph } from '../blocks.js';
import { type MailContent, mailContent } from '../mail-content.js';
import { formatDay } from '../mail-format.js';
import { mailTexts } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface AccountErasedProps {
  name: string | null;
  /** Day until which the last invoice is kept; null without invoices. */
  keptUntil: Date | null;
  seller: Seller;
}

export function accountErased({ name, keptUntil, seller }: AccountErasedProps, locale: Language): MailContent {
  const texts = mailTexts('accountErased', locale, seller, {
    keptUntil: keptUntil ? formatDay(keptUntil, locale) : '',
  });
  return mailContent(texts, [
    greeting(name, locale),
    paragraph(texts.erased),
    paragraph(keptUntil ? texts.kept : texts.nothingKept),
    paragraph(texts.farewell),
    paragraph(texts.notYou),
  ]);
}
