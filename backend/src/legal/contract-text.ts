import { createHash } from 'node:crypto';
import type { Language } from '../platform/language.js';
import { mailedScreen } from '../platform/mail/mailed-screen.js';
import type { FilledText } from './fill-template.js';
import { fillLegalText } from './fill-legal-text.js';
import type { LegalConfig } from './legal-facts.js';
import type { LegalPage } from './legal-texts.js';

/** The legal texts that belong to the contract of an order, with their pages. */
export const CONTRACT_PAGES = { terms: 'terms', withdrawal: 'widerruf' } as const satisfies Record<string, LegalPage>;
export type ContractTextKind = keyof typeof CONTRACT_PAGES;

/** A legal text as an order keeps it (`legal_texts`), with all facts that a document with this text shows. */
export interface ContractText {
  /** `terms-de-2026-11-25-1a2b3c4d5e6f` */
  id: string;
  kind: ContractTextKind;
  locale: Language;
  /** The version of the text, and a hash of the text with the facts: `2026-11-25-1a2b3c4d5e6f`. */
  version: string;
  content: FilledText & {
    shop: string;
    seller: string;
    /** Postal address; commas or line breaks separate its lines. */
    address: string;
    /** The URL to which the paths of the links are added, in the language of the text. */
    site: string;
  };
}

/** @returns a text as it applies now, in the form in which an order keeps it; the same facts give the same id */
export function toContractText(kind: ContractTextKind, locale: Language, config: LegalConfig): ContractText {
  const { version: day, ...text } = fillLegalText(CONTRACT_PAGES[kind], locale, config);
  const { name: seller, address } = config.seller;
  const site = mailedScreen(config.publicUrl, locale, '');
  const content = { ...text, shop: config.shopName, seller, address, site };
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
  const version = `${day}-${hash}`;
  return { id: `${kind}-${locale}-${version}`, kind, locale, version, content };
}
