import type { Language } from '#backend/platform/language.js';
import { action, greeting, paragraph } from '../blocks.js';
import { type Block, type MailContent, mailContent } from '../mail-content.js';
import { mailTexts } from '../mail-messages.js';
import type { Seller } from '../seller.js';

export interface NewVersionProps {
  patternTitle: string;
  /** The kind of the new file, e.g. `A0`; undefined when the whole pattern is new. */
  kindName?: string;
  /** The designer's changelog, which can be empty. */
  changelog: string;
  /** The download page of the purchase. */
  link: string;
  seller: Seller;
}

export function newVersion(props: NewVersionProps, locale: Language): MailContent {
  const { patternTitle, kindName = '', changelog, link, seller } = props;
  const texts = mailTexts('newVersion', locale, seller, { patternTitle, kindName });
  const changes: Block[] = changelog ? [paragraph(texts.changes), { kind: 'quote', text: changelog }] : [];
  return mailContent(texts, [
    greeting(null, locale),
    paragraph(kindName ? texts.file : texts.pattern),
    ...changes,
    action(texts.action, link, locale),
    paragraph(texts.advice),
    paragraph(texts.reason),
  ]);
}
