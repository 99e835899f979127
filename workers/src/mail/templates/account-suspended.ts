import type { Language } from '#backend/platform/language.js';
import { greeting, heading, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import { fill, mailMessages } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface AccountSuspendedProps {
  name: string | null;
  /** As written by the administrator. */
  reason: string;
  suspendedAt: Date;
  seller: Seller;
}

/** Notice of a suspension, with the reason and the ways to object (Art. 17 DSA). */
export function accountSuspended(props: AccountSuspendedProps, locale: Language): MailContent {
  const { name, reason, seller } = props;
  const messages = mailMessages[locale].accountSuspended;
  const shop = seller.shopName;
  const suspendedAt = formatMoment(props.suspendedAt, locale);
  return {
    subject: fill(messages.subject, { shop }),
    preview: fill(messages.preview, { reason }),
    title: messages.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(messages.suspended, { shop, suspendedAt })),
      heading(messages.reasonTitle),
      paragraph(reason),
      heading(messages.meansTitle),
      paragraph(messages.means),
      paragraph(messages.purchases),
      heading(messages.objectTitle),
      paragraph(fill(messages.object, { email: seller.email })),
      paragraph(fill(messages.data, { email: seller.email })),
    ],
  };
}
