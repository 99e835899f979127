import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import { type MailContent, mailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import { mailTexts } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface CopyReadyProps {
  orderNumber: string;
  patternTitle: string;
  /** The names of the downloadable files. */
  files: string[];
  /** The download page of this purchase. */
  link: string;
  /** Whether the buyer has ordered without an account, which downloading requires. */
  guest: boolean;
  /** When the download link expires. */
  expiresAt: Date;
  seller: Seller;
}

export function copyReady(props: CopyReadyProps, locale: Language): MailContent {
  const { orderNumber, patternTitle, files, link, guest, seller } = props;
  const expiresAt = formatMoment(props.expiresAt, locale);
  const texts = mailTexts('copyReady', locale, seller, { orderNumber, patternTitle, expiresAt });
  return mailContent(texts, [
    greeting(null, locale),
    paragraph(texts.ready),
    { kind: 'list', items: files },
    action(texts.action, link, locale),
    paragraph(texts.limit),
    paragraph(guest ? texts.guest : texts.signIn),
    paragraph(texts.printing),
    paragraph(texts.reason),
  ]);
}
