import { greeting, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { formatDay } from '../mail/mail-format.js';
import { mailTexts } from '../mail/mail-messages.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';

interface AccountErasedProps {
  name: string | null;
  /** The day until which the shop keeps the newest invoice; null when there is no invoice. */
  keptUntil: Date | null;
  seller: Seller;
}

export const accountErased = mailTemplate(
  'accountErased',
  ({ name, keptUntil, seller }: AccountErasedProps, locale) => {
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
  },
);
