import type { Language } from '#backend/platform/language.js';
import { ruleValues } from '#backend/platform/shop-rules.js';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import type { Seller } from './seller.js';

export type MailMessages = typeof de;

export const mailMessages: Record<Language, MailMessages> = { de, en };

/** Replaces `{placeholders}` once; values are not expanded again. @throws {Error} when a value is missing */
export function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`No value for {${key}} in "${template}"`);
    return value;
  });
}

/** The texts of a mail with `values`, the rules of the shop, and its name and address. @throws {Error} as `fill` */
export function mailTexts<Mail extends keyof MailMessages>(
  mail: Mail,
  locale: Language,
  seller: Seller,
  values: Record<string, string> = {},
): MailMessages[Mail] {
  const all = { ...ruleValues(locale), shop: seller.shopName, email: seller.email, ...values };
  const filled = (part: unknown): unknown =>
    typeof part === 'string'
      ? fill(part, all)
      : Object.fromEntries(Object.entries(part as object).map(([key, inner]) => [key, filled(inner)]));
  return filled(mailMessages[locale][mail]) as MailMessages[Mail];
}
