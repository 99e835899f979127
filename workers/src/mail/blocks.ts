import type { Language } from '#backend/platform/language.js';
import type { Block } from './mail-content.js';
import { greetingName } from './mail-format.js';
import { fill, mailMessages } from './mail-messages.js';

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

export const heading = (text: string): Block => ({ kind: 'heading', text });

export const details = (rows: [label: string, value: string][]): Block => ({ kind: 'details', rows });

/** A greeting such as `Hallo Änne,`. The greeting is `Hallo,` when `greetingName` returns null. */
export function greeting(name: string | null, locale: Language): Block {
  const messages = mailMessages[locale].frame;
  const safeName = greetingName(name);
  return paragraph(safeName ? fill(messages.greeting, { name: safeName }) : messages.greetingWithoutName);
}

/** The main action as a button. The link below the button is for mail programs that show no buttons. */
export function action(label: string, url: string, locale: Language): Block {
  return { kind: 'action', label, url, fallback: mailMessages[locale].frame.fallback };
}
