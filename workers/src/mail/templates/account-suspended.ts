import type { Language } from '#backend/platform/language.js';
import { greeting, heading, paragraph } from '../blocks.js';
import { type MailContent, mailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import { mailTexts } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface AccountSuspendedProps {
  name: string | null;
  /** The text of the administrator. */
  reason: string;
  suspendedAt: Date;
  seller: Seller;
}

/** Notifies of a suspension, with the reason and how to object (Art. 17 DSA). */
export function accountSuspended(props: AccountSuspendedProps, locale: Language): MailContent {
  const { name, reason, suspendedAt, seller } = props;
  const texts = mailTexts('accountSuspended', locale, seller, {
    reason,
    suspendedAt: formatMoment(suspendedAt, locale),
  });
  return mailContent(texts, [
    greeting(name, locale),
    paragraph(texts.suspended),
    heading(texts.reasonTitle),
    paragraph(reason),
    heading(texts.meansTitle),
    paragraph(texts.means),
    paragraph(texts.purchases),
    heading(texts.objectTitle),
    paragraph(texts.object),
    paragraph(texts.data),
  ]);
}
