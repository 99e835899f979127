import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailMessages } from '../mail-messages.js';
import { ruleValues } from '#backend/platform/shop-rules.js';

export interface CopyReadyProps {
  orderNumber: string;
  patternTitle: string;
  /** The names of the downloadable files. */
  files: string[];
  /** The download page of this purchase. */
  link: string;
  /** Ordered without an account; downloading requires one. */
  guest: boolean;
  /** When the download link expires. */
  expiresAt: Date;
  seller: Seller;
}

export function copyReady(props: CopyReadyProps, locale: Language): MailContent {
  const { orderNumber, patternTitle, files, link, guest, expiresAt, seller } = props;
  const messages = mailMessages[locale].copyReady;
  return {
    subject: fill(messages.subject, { patternTitle }),
    preview: fill(messages.preview, { orderNumber }),
    title: messages.title,
    blocks: [
      greeting(null, locale),
      paragraph(fill(messages.ready, { patternTitle })),
      { kind: 'list', items: files },
      action(messages.action, link, locale),
      paragraph(fill(messages.limit, { ...ruleValues(locale), expiresAt: formatMoment(expiresAt, locale) })),
      paragraph(guest ? messages.guest : messages.signIn),
      paragraph(messages.printing),
      paragraph(fill(messages.reason, { orderNumber, email: seller.email })),
    ],
  };
}
