import type { OrderConfirmation } from '../purchases.contract.js';
import type { Waiver } from './purchase.entity.js';
import { vatIncluded } from '../invoices/vat.js';
import { WAIVER_TEXT } from './waiver.js';
import { WITHDRAWABLE_UNTIL } from '../withdrawals/withdrawal-right.js';

/** VAT of purchase `u` in percent, as text: `0` outside the EU, null when unknown. */
export const VAT_RATE = `
  case when exists (select from vat_rates v where v.country = u.country)
       then (select v.rate from vat_rates v, lateral (select
               (coalesce(u.paid_at, u.created_at) at time zone 'Europe/Berlin')::date as day) s
             where v.country = u.country and v.valid_from <= s.day and (v.valid_to is null or v.valid_to >= s.day)
             order by v.valid_from desc limit 1)
       else 0 end::text`;

/** Columns that the confirmation of purchase `u` adds to the purchase (§ 312f BGB). */
export const CONFIRMATION_COLUMNS = `
  u.buyer_email, u.country, u.consent as waiver,
  ${WITHDRAWABLE_UNTIL} as withdrawable_until,
  ${VAT_RATE} as vat_rate`;

export interface ConfirmationRow {
  amount_cents: number;
  buyer_email: string;
  country: string;
  waiver: Waiver | null;
  withdrawable_until: Date | null;
  vat_rate: string | null;
}

/** The confirmation as the account shows it, with the waiver text that the buyer accepted. */
export function orderConfirmation(row: ConfirmationRow): OrderConfirmation {
  const { waiver, vat_rate: vatRate } = row;
  return {
    buyerEmail: row.buyer_email,
    country: row.country,
    vatRate: vatRate === null ? null : Number(vatRate),
    vatCents: vatRate === null ? null : vatIncluded(row.amount_cents, vatRate),
    waiver: waiver && { ...waiver, text: WAIVER_TEXT[waiver.locale] },
    withdrawableUntil: row.withdrawable_until?.toISOString() ?? null,
  };
}
