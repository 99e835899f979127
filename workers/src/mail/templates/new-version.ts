import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { Block, MailContent } from '../mail-content.js';
import type { Seller } from '../seller.js';
import { fill, mailWords } from '../mail-words.js';

export interface NewVersionProps {
  patternTitle: string;
  /** Which of the files is new, e.g. `A0`; left out when the whole pattern is. */
  kindName?: string;
  /** What the designer says about it; may be empty. */
  changelog: string;
  /** The download page of the reader's own purchase. */
  link: string;
  seller: Seller;
}

export function newVersion(props: NewVersionProps, locale: Language): MailContent {
  const { patternTitle, kindName, changelog, link, seller } = props;
  const words = mailWords[locale].newVersion;
  const changes: Block[] = changelog ? [paragraph(words.changes), { kind: 'quote', text: changelog }] : [];
  return {
    subject: fill(words.subject, { patternTitle }),
    preview: words.preview,
    title: words.title,
    blocks: [
      greeting(null, locale),
      paragraph(kindName ? fill(words.file, { patternTitle, kindName }) : fill(words.pattern, { patternTitle })),
      ...changes,
      action(words.action, link, locale),
      paragraph(words.advice),
      paragraph(fill(words.reason, { email: seller.email })),
    ],
  };
}
