import type { Language } from '../../platform/language.js';
import { placeName } from '../../platform/tax/place-name.js';
import { taxNote, type TaxScheme } from '../../platform/tax/tax-scheme.js';
import { vatIncluded } from '../invoices/vat.js';

/** An order of an earlier version has no scheme: a country had VAT when the table of rates contained it. */
const VAT_KEY = `
  case when u.tax_scheme is null then (select min(v.country) from vat_rates v where v.country = u.country)
       else u.vat_key end`;

/** An SQL expression: the rate in percent, as text, that holds on a day for a key; null when there is none. */
export const rateOn = (key: string, day: string) => `
  (select v.rate::text from vat_rates v
   where v.country = ${key} and v.valid_from <= ${day} and (v.valid_to is null or v.valid_to >= ${day})
   order by v.valid_from desc limit 1)`;

/** Columns about the VAT of purchase `u`: the rate is that of the day of the payment, before it that of the order. */
export const TAX_COLUMNS = `
  coalesce(u.tax_scheme, 'oss') as tax_scheme, ${VAT_KEY} as vat_key,
  ${rateOn(`(${VAT_KEY})`, `(coalesce(u.paid_at, u.created_at) at time zone 'Europe/Berlin')::date`)} as vat_rate`;

export interface TaxRow {
  tax_scheme: TaxScheme;
  vat_key: string | null;
  /** Percent; null without VAT, or when no rate is known for the day. */
  vat_rate: string | null;
}

export interface SaleTax {
  /** Rate in percent, amount in minor units and name of the country; null without VAT, or when no rate is known. */
  vat: { rate: number; cents: number; country: string } | null;
  /** Why the sale has no VAT; null for a sale with VAT. */
  note: string | null;
}

export function saleTax(row: TaxRow, grossCents: number, language: Language): SaleTax {
  const { tax_scheme: scheme, vat_key: key, vat_rate: rate } = row;
  const vat = key !== null &&
    rate !== null && { rate: Number(rate), cents: vatIncluded(grossCents, rate), country: placeName(key, language) };
  return { vat: vat || null, note: taxNote(scheme, key, language) };
}
