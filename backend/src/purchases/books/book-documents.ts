import type { Sql } from '../../platform/database/sql.js';
import type { TaxScheme } from '../../platform/tax/tax-scheme.js';
import type { InvoiceKind } from '../invoices/invoice.entity.js';
import type { Period } from './period.js';

/** An invoice, a cancellation invoice or a correction in the books. All days are days in Germany, yyyy-mm-dd. */
export interface BookDocument {
  number: string;
  kind: InvoiceKind;
  issuedOn: string;
  suppliedOn: string;
  orderNumber: string;
  country: string;
  taxScheme: TaxScheme;
  /** The country whose VAT the document contains; null without VAT. */
  vatCountry: string | null;
  /** Percent: `19.00`. */
  vatRate: string;
  netCents: number;
  vatCents: number;
  grossCents: number;
  currency: string;
  /** Number of the cancelled or corrected invoice; null for an invoice. */
  cancelled: string | null;
  /** PaymentIntent id. */
  paymentId: string | null;
}

/** SQL expression: the country whose VAT document `i` contains. Documents of an earlier version have no scheme and no key. */
export const VAT_COUNTRY = `left(case when i.tax_scheme is null then case when i.vat_rate > 0 then i.country end else i.vat_key end, 2)`;

/**
 * SQL condition for the documents `i` with VAT of another country of the European Union. They belong to the OSS return and
 * are kept for ten years.
 */
export const OSS_DOCUMENT = `${VAT_COUNTRY} <> 'DE'`;

/** SQL condition for the documents `i` that were issued in a period, from $1 until before $2. */
export const ISSUED_IN_PERIOD = `i.issued_at >= $1::date::timestamp at time zone 'Europe/Berlin'
  and i.issued_at < $2::date::timestamp at time zone 'Europe/Berlin'`;

/** SQL condition for the documents `i` whose amounts the shop cannot convert: it has no exchange rates. */
export const NOT_IN_EUROS = `i.currency <> 'EUR'`;

const PAGE = 1_000;

// The length comes first, because the 1,000,000th number of a year has one more digit.
const DOCUMENTS = `
select i.number, i.kind, (i.issued_at at time zone 'Europe/Berlin')::date::text as "issuedOn",
       i.supplied_on::text as "suppliedOn", i.order_number as "orderNumber", i.country,
       coalesce(i.tax_scheme, 'oss') as "taxScheme", ${VAT_COUNTRY} as "vatCountry", i.vat_rate::text as "vatRate",
       i.net_cents as "netCents", i.vat_cents as "vatCents", i.gross_cents as "grossCents", i.currency,
       o.number as cancelled, u.payment_intent_id as "paymentId"
from invoices i join purchases u on u.id = i.purchase_id left join invoices o on o.id = i.cancels
where ${ISSUED_IN_PERIOD} and (length(i.number), i.number) > ($3::int, $4::text)
order by length(i.number), i.number limit ${PAGE}`;

/** Yields the documents of a period in the order of their numbers, a page at a time, so that the memory is bounded. */
export async function* documentPages(sql: Sql, { from, until }: Period): AsyncGenerator<BookDocument[]> {
  let last = '';
  for (;;) {
    const page = await sql.unprepared<BookDocument>(DOCUMENTS, [from, until, last.length, last]);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = page.at(-1)!.number;
  }
}
