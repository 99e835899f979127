import type { Language } from '#backend/platform/language.js';
import { greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatDay } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailWords } from '../mail-words.js';

export interface AccountErasedProps {
  name: string | null;
  /** When the last invoice may be deleted; null when there is none. */
  keptUntil: Date | null;
  seller: Seller;
}

export function accountErased({ name, keptUntil, seller }: AccountErasedProps, locale: Language): MailContent {
  const words = mailWords[locale].accountErased;
  const shop = seller.shopName;
  const kept = keptUntil && fill(words.kept, { keptUntil: formatDay(keptUntil, locale) });
  return {
    subject: fill(words.subject, { shop }),
    preview: words.preview,
    title: words.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(words.erased, { shop })),
      paragraph(kept ?? words.nothingKept),
      paragraph(words.farewell),
      paragraph(fill(words.notYou, { email: seller.email })),
    ],
  };
}
