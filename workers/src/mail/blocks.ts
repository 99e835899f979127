import type { Language } from '#backend/platform/language.js';
import type { Block } from './mail-content.js';
import { greetingName } from './mail-format.js';
import { fill, mailWords } from './mail-words.js';

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

export const heading = (text: string): Block => ({ kind: 'heading', text });

/** `Hallo Änne,`; without the name when there is none that is safe to repeat. */
export function greeting(name: string | null, locale: Language): Block {
  const words = mailWords[locale].letter;
  const greeted = greetingName(name);
  return paragraph(greeted ? fill(words.greeting, { name: greeted }) : words.greetingWithoutName);
}

/** The one thing the reader came to do, with the bare link for mail programs that show no buttons. */
export function action(label: string, url: string, locale: Language): Block {
  return { kind: 'action', label, url, fallback: mailWords[locale].letter.fallback };
}
