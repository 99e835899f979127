import type { Language } from '#backend/platform/language.js';
import { greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatDay } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailMessages } from '../mail-messages.js';

export interface AccountErasedProps {
  name: string | null;
  /** Until when the last invoice is kept; null without invoices. */
  keptUntil: Date | null;
  seller: Seller;
}

export function accountErased({ name, keptUntil, seller }: AccountErasedProps, locale: Language): MailContent {
  const messages = mailMessages[locale].accountErased;
  const shop = seller.shopName;
  const kept = keptUntil && fill(messages.kept, { keptUntil: formatDay(keptUntil, locale) });
  return {
    subject: fill(messages.subject, { shop }),
    preview: messages.preview,
    title: messages.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(messages.erased, { shop })),
      paragraph(kept ?? messages.nothingKept),
      paragraph(messages.farewell),
      paragraph(fill(messages.notYou, { email: seller.email })),
    ],
  };
}
