import type { Language } from '#backend/platform/language.js';
import { action, greeting, heading, paragraph } from '../blocks.js';
import type { MailContent } from '../mail-content.js';
import { formatMoment } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailWords } from '../mail-words.js';

export interface DeletionRequestedProps {
  name: string | null;
  /** Until then it can be undone. */
  erasesAt: Date;
  undoLink: string;
  seller: Seller;
}

/** The deletion is decided but not yet done. */
export function deletionRequested(props: DeletionRequestedProps, locale: Language): MailContent {
  const { name, undoLink, seller } = props;
  const words = mailWords[locale].deletionRequested;
  const shop = seller.shopName;
  const erasesAt = formatMoment(props.erasesAt, locale);
  return {
    subject: fill(words.subject, { shop }),
    preview: fill(words.preview, { erasesAt }),
    title: words.title,
    blocks: [
      greeting(name, locale),
      paragraph(fill(words.requested, { shop, erasesAt })),
      heading(words.undoTitle),
      paragraph(words.undo),
      action(words.action, undoLink, locale),
      paragraph(words.notYou),
      heading(words.contentTitle),
      paragraph(words.erased),
      paragraph(words.kept),
      paragraph(words.sold),
    ],
  };
}
