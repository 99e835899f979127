import { createHash } from 'node:crypto';
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
  terms: [{ version: '2026-11-25', hash: '1a2922e8b434cce4' }],
  privacy: [
    { version: '2026-11-28', hash: '988949452ff860fc' },
    { version: '2026-11-25', hash: 'fedf24bcc497eb8d' },
  ],
  widerruf: [{ version: '2026-11-25', hash: '4ee92b4be1456b24' }],
  refunds: [{ version: '2026-11-25', hash: '8136647d26723534' }],
  copyright: [{ version: '2026-11-25', hash: '56375a6dad10ac2c' }],
  impressum: [{ version: '2026-11-25', hash: 'e1da5edd09bd93e9' }],
  barrierefreiheit: [{ version: '2026-11-25', hash: 'e25f39905cb542b0' }],
  ranking: [{ version: '2026-11-25', hash: '9f1f5a44d5b3a2a0' }],
};

/** @returns a hash of a page's text in all languages, without the facts about the operator */
export const hashTemplates = (page: LegalPage): string =>
  createHash('sha256')
    .update(JSON.stringify([TEMPLATES.de[page], TEMPLATES.en[page]]))
    .digest('hex')
    .slice(0, 16);
