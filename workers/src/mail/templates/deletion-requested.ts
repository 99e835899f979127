import type { Language } from '#backend/platform/language.js';
import { action, greeting, heading, paragraph } from '../blocks.js';
import { type MailContent, mailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import { mailTexts } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface DeletionRequestedProps {
  name: string | null;
  /** Time of the erasure, until which the deletion can be undone. */
  erasesAt: Date;
  undoLink: string;
  seller: Seller;
}

/** Confirms a requested deletion. */
export function deletionRequested(props: DeletionRequestedProps, locale: Language): MailContent {
  const { name, erasesAt, undoLink, seller } = props;
  const texts = mailTexts('deletionRequested', locale, seller, { erasesAt: formatMoment(erasesAt, locale) });
  return mailContent(texts, [
    greeting(name, locale),
    paragraph(texts.requested),
    heading(texts.undoTitle),
    paragraph(texts.undo),
    action(texts.action, undoLink, locale),
    paragraph(texts.notYou),
    heading(texts.contentTitle),
    paragraph(texts.erased),
    paragraph(texts.kept),
    paragraph(texts.sold),
  ]);
}
