import type { Language } from '#backend/platform/language.js';
import type { Letter } from '../letter.js';
import { formatMoment, greetingName } from '../mail-format.js';
import type { Seller } from '../seller.js';
import { fill, mailWords } from '../mail-words.js';

export interface VerificationProps {
  name: string | null;
  link: string;
  expiresAt: Date;
  seller: Seller;
}

export function verification({ name, link, expiresAt, seller }: VerificationProps, locale: Language): Letter {
  const words = mailWords[locale].verification;
  const shop = seller.shopName;
  const greeted = greetingName(name);
  return {
    subject: fill(words.subject, { shop }),
    preview: fill(words.preview, { shop }),
    title: words.title,
    blocks: [
      { kind: 'paragraph', text: greeted ? fill(words.greeting, { name: greeted }) : words.greetingWithoutName },
      { kind: 'paragraph', text: fill(words.request, { shop }) },
      { kind: 'action', label: words.action, url: link, fallback: words.fallback },
      { kind: 'paragraph', text: fill(words.expiry, { expiresAt: formatMoment(expiresAt, locale) }) },
      { kind: 'paragraph', text: words.purpose },
      { kind: 'paragraph', text: words.notYou },
    ],
  };
}
