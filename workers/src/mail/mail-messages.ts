import type { Language } from '#backend/platform/language.js';
import { noBreakSpaces } from '#backend/platform/no-break-spaces.js';
import { ruleValues } from '#backend/platform/shop-rules.js';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import type { Seller } from './seller.js';

export type MailMessages = typeof de;

const typeset = (messages: MailMessages) => JSON.parse(noBreakSpaces(JSON.stringify(messages))) as MailMessages;

export const mailMessages: Record<Language, MailMessages> = { de: typeset(de), en: typeset(en) };

/** Replaces `{placeholders}`. Placeholders inside a value are not replaced. @throws {Error} when a value is missing */
export function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`No value for {${key}} in "${template}"`);
    return value;
  });
}

/**
 * @returns the texts of a mail. Placeholders are replaced by `values`, by the shop's rules, and by the shop's name and
 * e-mail address.
 * @throws {Error} when a value is missing
 */
export function mailTexts<Mail extends keyof MailMessages>(
  mail: Mail,
  locale: Language,
  seller: Seller,
  values: Record<string, string> = {},
): MailMessages[Mail] {
  const contacts = { email: seller.email, dsaContact: seller.dsaContact };
  const allValues = { ...ruleValues(locale), shop: seller.shopName, ...contacts, ...values };
  const fillAll = (part: unknown): unknown =>
    typeof part === 'string'
      ? fill(part, allValues)
      : Object.fromEntries(Object.entries(part as object).map(([key, nested]) => [key, fillAll(nested)]));
  return fillAll(mailMessages[locale][mail]) as MailMessages[Mail];
}
