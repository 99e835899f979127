import type { Config } from '../platform/config/config.js';
import type { Language } from '../platform/language.js';
import { REFUND_CHECK_DAYS, ruleValues } from '../platform/shop-rules.js';

/** The settings that the legal texts contain. */
export type LegalConfig = Pick<Config, 'shopName' | 'publicUrl' | 'supportEmail' | 'seller' | 'delivery'>;

/** @returns the value of each `{{name}}` in the legal texts; null when the operator states that there is none */
export function legalFacts(config: LegalConfig, language: Language): Record<string, string | null> {
  const { name, processors, processorsEnglish, accessibilityTest, accessibilityTestEnglish, ...seller } = config.seller;
  const english = language === 'en';
  const facts = {
    ...ruleValues(language),
    ...seller,
    shop: config.shopName,
    site: config.publicUrl,
    email: config.supportEmail,
    seller: name,
    refundCheckDays: String(REFUND_CHECK_DAYS),
    delivery: config.delivery.withoutWaiver,
    processors: english ? processorsEnglish : processors,
    accessibilityTest: english ? accessibilityTestEnglish : accessibilityTest,
  };
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, value && onOneLine(value)]));
}

const onOneLine = (text: string) => text.replace(/\s*\n\s*/g, ', ');
