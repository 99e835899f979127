import type { Language } from '#backend/platform/language.js';
import { action, greeting, heading, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailMessages } from '../mail-messages.js';

export interface DeletionRequestedProps {
  name: string | null;
  /** Until then the deletion can be undone. */
  erasesAt: Date;
  undoLink: string;
  seller: Seller;
}

/** Confirms a requested deletion. */
export function deletionRequested(props: DeletionRequestedProps, locale: Language): MailContent {
  const { name, undoLink, seller } = props;
  const messages = mailMessages[locale].deletionRequested;
  const shop = seller.shopName;
  const erasesAt = formatMoment(props.erasesAt, locale);
  return {
    subject: fill(messages.subject, { shop }),
    preview: fill(messages.preview, { erasesAt }),
    title: messages.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(messages.requested, { shop, erasesAt })),
      heading(messages.undoTitle),
      paragraph(messages.undo),
      action(messages.action, undoLink, locale),
      paragraph(messages.notYou),
      heading(messages.contentTitle),
      paragraph(messages.erased),
      paragraph(messages.kept),
      paragraph(messages.sold),
    ],
  };
}
