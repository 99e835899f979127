import type { Config } from '../../platform/config/config.js';
import type { Language } from '../../platform/language.js';
import type { PolicyText } from './policy-text.js';
import { german } from './privacy-policy.de.js';
import { english } from './privacy-policy.en.js';

/** Newest first. A change of the content is a new version with the date on which it takes effect. */
const VERSIONS = [{ version: '2026-11', effectiveFrom: '2026-11-22' }] as const;

const TEXTS: Record<Language, PolicyText> = { de: german, en: english };

/** The policy in one language, with the configured seller. */
export function privacyPolicy(config: Pick<Config, 'shopName' | 'supportEmail' | 'seller'>, language: Language) {
  const values: Record<string, string> = {
    shop: config.shopName,
    seller: config.seller.name,
    address: config.seller.address.replace(/\s*\n\s*/g, ', ') || (language === 'de' ? '[Anschrift]' : '[address]'),
    email: config.supportEmail,
  };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!);
  const { title, sections } = TEXTS[language];
  return {
    ...VERSIONS[0],
    language,
    title,
    sections: sections.map((section) => ({ ...section, paragraphs: section.paragraphs.map(fill) })),
    history: [...VERSIONS],
  };
}
