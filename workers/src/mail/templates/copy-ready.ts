import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailWords } from '../mail-words.js';

export interface CopyReadyProps {
  orderNumber: string;
  patternTitle: string;
  /** The names of the files, as they are offered for download. */
  files: string[];
  /** The download page of this purchase. */
  link: string;
  /** Ordered without an account, which downloading takes. */
  guest: boolean;
  /** When downloading ends. */
  expiresAt: Date;
  seller: Seller;
}

export function copyReady(props: CopyReadyProps, locale: Language): MailContent {
  const { orderNumber, patternTitle, files, link, guest, expiresAt, seller } = props;
  const words = mailWords[locale].copyReady;
  return {
    subject: fill(words.subject, { patternTitle }),
    preview: fill(words.preview, { orderNumber }),
    title: words.title,
    blocks: [
      greeting(null, locale),
      paragraph(fill(words.ready, { patternTitle })),
      { kind: 'list', items: files },
      action(words.action, link, locale),
      paragraph(fill(words.limit, { expiresAt: formatMoment(expiresAt, locale) })),
      paragraph(guest ? words.guest : words.signIn),
      paragraph(words.printing),
      paragraph(fill(words.reason, { orderNumber, email: seller.email })),
    ],
  };
}
