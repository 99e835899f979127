import { createHash } from 'node:crypto';
import { type Language, LANGUAGES } from '../platform/language.js';
import { ruleValues } from '../platform/shop-rules.js';
import { type LegalPage, TEMPLATES } from './legal-texts.js';

interface Version {
  /** The day since which the text applies, in both languages. */
  version: string;
  /** The hash of the texts of this version, from `hashTemplates`. */
  hash: string;
}

/**
 * The versions of each legal text, newest first. When a text changes in one of the languages, add a version with the day on
 * which the change takes effect, in front of the earlier ones; legal-versions.spec.ts prints the hash.
 */
export const LEGAL_VERSIONS: Record<LegalPage, readonly [Version, ...Version[]]> = {
  terms: [{ version: '2026-11-25', hash: 'fdce677a441a5571' }],
  privacy: [{ version: '2026-11-25', hash: '16851316ddd733f4' }],
  widerruf: [{ version: '2026-11-25', hash: 'e4b5b038b56d2695' }],
  refunds: [{ version: '2026-11-25', hash: 'd714dbc398726e14' }],
  copyright: [{ version: '2026-11-25', hash: '5fccb2f453f94ed5' }],
  impressum: [{ version: '2026-11-25', hash: '54decf6ea9737a98' }],
  barrierefreiheit: [{ version: '2026-11-25', hash: '9035ff9717ac3d4f' }],
  ranking: [{ version: '2026-11-25', hash: '47e31bf0cf67d6ac' }],
};

/**
 * @returns a hash of a page's text in all languages, with the numbers of the shop's rules, without facts about the operator
 */
export const hashTemplates = (page: LegalPage): string =>
  createHash('sha256')
    .update(LANGUAGES.map((language) => fillRules(JSON.stringify(TEMPLATES[language][page]), language)).join('\n'))
    .digest('hex')
    .slice(0, 16);

const fillRules = (text: string, language: Language): string =>
  Object.entries(ruleValues(language)).reduce((filled, [key, value]) => filled.replaceAll(`{{${key}}}`, value), text);
