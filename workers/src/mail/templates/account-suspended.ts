import type { Language } from '#backend/platform/language.js';
import { greeting, heading, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import { fill, mailWords } from '../mail-words.js';
import type { Seller } from '../seller.js';

export interface AccountSuspendedProps {
  name: string | null;
  /** In the administrator's words. */
  reason: string;
  suspendedAt: Date;
  seller: Seller;
}

/** The account may not be used; the law asks for the reason and the ways to object (Art. 17 DSA). */
export function accountSuspended(props: AccountSuspendedProps, locale: Language): MailContent {
  const { name, reason, seller } = props;
  const words = mailWords[locale].accountSuspended;
  const shop = seller.shopName;
  const suspendedAt = formatMoment(props.suspendedAt, locale);
  return {
    subject: fill(words.subject, { shop }),
    preview: fill(words.preview, { reason }),
    title: words.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(words.suspended, { shop, suspendedAt })),
      heading(words.reasonTitle),
      paragraph(reason),
      heading(words.meansTitle),
      paragraph(words.means),
      paragraph(words.purchases),
      heading(words.objectTitle),
      paragraph(fill(words.object, { email: seller.email })),
      paragraph(fill(words.data, { email: seller.email })),
    ],
  };
}
