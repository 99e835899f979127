import type { Language } from '../language.js';
import { vatKeyOf } from './places.js';

/**
 * How the shop is taxed. `small-business`: no VAT (§ 19 UStG). `domestic`: German VAT for all consumers in the EU, allowed up
 * to 10,000 € of sales to other member states in a year (§ 3a (5) UStG). `oss`: the VAT of the buyer's country, declared in
 * the One-Stop Shop.
 */
export const TAX_SCHEMES = ['small-business', 'domestic', 'oss'] as const;
export type TaxScheme = (typeof TAX_SCHEMES)[number];

/** The sales to other member states up to which `domestic` is allowed: net, in euro cents, this year and last year. */
export const EU_SALES_LIMIT_CENTS = 1_000_000;

/** @returns the key of the VAT rate for a sale to a place; null for a sale without VAT */
export function vatKeyFor(scheme: TaxScheme, place: string): string | null {
  if (scheme === 'small-business') return null;
  const key = vatKeyOf(place);
  return key && scheme === 'domestic' ? 'DE' : key;
}

/** Why a sale has no VAT. */
type TaxNote = 'small-business' | 'outside-eu';

const NOTES: Record<TaxNote, Record<Language, string>> = {
  // § 34a UStDV requires the hint on the invoice.
  'small-business': {
    de: 'Umsatzsteuerfrei: Es gilt die Steuerbefreiung für Kleinunternehmer (§ 19 UStG).',
    en: 'No VAT: the exemption for small businesses applies (§ 19 UStG, the German VAT Act).',
  },
  'outside-eu': {
    de: 'Nicht steuerbar in Deutschland (§ 3a Abs. 5 UStG).',
    en: 'Not subject to German VAT (§ 3a (5) UStG, the German VAT Act).',
  },
};

/** @returns the sentence that replaces the VAT on every document of a sale; null for a sale with VAT */
export function taxNote(scheme: TaxScheme, vatKey: string | null, language: Language): string | null {
  if (scheme === 'small-business') return NOTES['small-business'][language];
  return vatKey === null ? NOTES['outside-eu'][language] : null;
}
