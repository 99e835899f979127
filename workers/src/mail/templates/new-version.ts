import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import type { Block, MailContent } from '../mail-content.js';
import type { Seller } from '../seller.js';
import { fill, mailMessages } from '../mail-messages.js';

export interface NewVersionProps {
  patternTitle: string;
  /** The new file, e.g. `A0`; not set when the whole pattern is new. */
  kindName?: string;
  /** Changelog of the designer; may be empty. */
  changelog: string;
  /** The download page of the purchase. */
  link: string;
  seller: Seller;
}

export function newVersion(props: NewVersionProps, locale: Language): MailContent {
  const { patternTitle, kindName, changelog, link, seller } = props;
  const messages = mailMessages[locale].newVersion;
  const changes: Block[] = changelog ? [paragraph(messages.changes), { kind: 'quote', text: changelog }] : [];
  return {
    subject: fill(messages.subject, { patternTitle }),
    preview: messages.preview,
    title: messages.title,
    blocks: [
      greeting(null, locale),
      paragraph(kindName ? fill(messages.file, { patternTitle, kindName }) : fill(messages.pattern, { patternTitle })),
      ...changes,
      action(messages.action, link, locale),
      paragraph(messages.advice),
      paragraph(fill(messages.reason, { email: seller.email })),
    ],
  };
}
