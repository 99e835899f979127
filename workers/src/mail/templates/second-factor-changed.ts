import type { FactorChange } from '#backend/accounts/accounts.events.js';
import type { Language } from '#backend/platform/language.js';
import { action, greeting, heading, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import { fill, mailWords } from '../mail-words.js';
import type { Seller } from '../seller.js';

export interface SecondFactorChangedProps {
  name: string | null;
  change: FactorChange;
  changedAt: Date;
  /** Recovery codes that still work. */
  codesLeft: number;
  /** The page on which another password can be asked for. */
  resetLink: string;
  seller: Seller;
}

/** So that no second factor changes unnoticed. */
export function secondFactorChanged(props: SecondFactorChangedProps, locale: Language): MailContent {
  const { name, change, codesLeft, resetLink, seller } = props;
  const words = mailWords[locale].secondFactorChanged;
  const shop = seller.shopName;
  const values = { shop, changedAt: formatMoment(props.changedAt, locale), count: String(codesLeft) };
  const { title, text, next } = words.change[change];
  return {
    subject: fill(words.subject, { title, shop }),
    preview: fill(text, values),
    title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(text, values)),
      paragraph(fill(next, values)),
      heading(words.alarmTitle),
      paragraph(words.alarm),
      action(words.action, resetLink, locale),
      paragraph(fill(words.contact, { email: seller.email })),
    ],
  };
}
