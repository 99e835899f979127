import type { Language } from '../../platform/language.js';
import type { OrderConfirmation } from '../purchases.contract.js';
import type { Waiver } from './purchase.entity.js';
import { saleTax, TAX_COLUMNS, type TaxRow } from '../tax/tax-columns.js';
import { licenceText, type SoldLicence } from './licence-text.js';
import { waiverText } from './waiver.js';
import { WITHDRAWABLE_UNTIL } from '../withdrawals/withdrawal-right.js';

/** Columns for the confirmation of purchase `u` (§ 312f BGB). */
export const CONFIRMATION_COLUMNS = `
  u.buyer_email, u.country, u.consent as waiver, u.licence, u.locale as order_locale,
  ${WITHDRAWABLE_UNTIL} as withdrawable_until,
  ${TAX_COLUMNS}`;

export interface ConfirmationRow extends TaxRow {
  amount_cents: number;
  buyer_email: string;
  country: string;
  waiver: Waiver | null;
  licence: SoldLicence | null;
  order_locale: Language;
  withdrawable_until: Date | null;
}

/** The confirmation as the account shows it, with the texts to which the buyer agreed. */
export function orderConfirmation(row: ConfirmationRow, language: Language): OrderConfirmation {
  const { waiver, licence, order_locale: locale } = row;
  const { vat, note } = saleTax(row, row.amount_cents, language);
  return {
    buyerEmail: row.buyer_email,
    country: row.country,
    vatRate: vat?.rate ?? null,
    vatCents: vat?.cents ?? null,
    vatCountry: vat?.country ?? null,
    taxNote: note,
    waiver: waiver && { ...waiver, text: waiverText(waiver.version, waiver.locale) },
    licence: licence && { ...licence, locale, text: licenceText(licence, locale) },
    withdrawableUntil: row.withdrawable_until?.toISOString() ?? null,
  };
}
