import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { placeName } from '../../../platform/tax/place-name.js';
import { Sql } from '../../../platform/database/sql.js';
import type { InvoiceKind, InvoiceSeller } from '../invoice.entity.js';

/** The contents of an invoice, a cancellation invoice or a correction at the time of its issue. */
export class GetInvoice extends Query<InvoiceDocument | null> {
  constructor(readonly invoiceId: string) {
    super();
  }
}

export interface InvoiceDocument {
  id: string;
  number: string;
  kind: InvoiceKind;
  /** Number and day of the cancelled or corrected invoice; null for an invoice. */
  cancelledNumber: string | null;
  cancelledOn: string | null;
  orderNumber: string;
  patternTitle: string;
  locale: Language;
  buyerName: string | null;
  buyerEmail: string;
  /** The name of the buyer's country or territory, in the language of the invoice. */
  countryName: string;
  seller: InvoiceSeller;
  netCents: number;
  vatCents: number;
  grossCents: number;
  /** What remains of the invoice after a correction; null for an invoice and a cancellation. */
  remaining: { netCents: number; vatCents: number; grossCents: number } | null;
  /** Percent: `19.00`. */
  vatRate: string;
  /** The name of the country of the VAT; null without VAT, and for an invoice of an earlier version. */
  vatCountryName: string | null;
  taxNote: string | null;
  currency: string;
  /** Days in Germany, yyyy-mm-dd. */
  suppliedOn: string;
  /** Planned day of the delivery, for a prepayment only. */
  deliveryOn: string | null;
  issuedOn: string;
  issuedAt: Date;
  objectKey: string | null;
}

type Row = Omit<InvoiceDocument, 'countryName' | 'vatCountryName'> & { country: string; vatKey: string | null };

/** The sum of the documents of the order up to this one. */
const REMAINING = `(
  select jsonb_build_object('netCents', sum(x.net_cents), 'vatCents', sum(x.vat_cents), 'grossCents', sum(x.gross_cents))
  from invoices x
  where x.purchase_id = i.purchase_id and (length(x.number), x.number) <= (length(i.number), i.number))`;

@QueryHandler(GetInvoice)
export class GetInvoiceHandler implements IQueryHandler<GetInvoice> {
  constructor(private readonly sql: Sql) {}

  async execute({ invoiceId }: GetInvoice): Promise<InvoiceDocument | null> {
    const row = await this.sql.row<Row>(
      `select i.id, i.number, i.kind, o.number as "cancelledNumber",
              (o.issued_at at time zone 'Europe/Berlin')::date::text as "cancelledOn",
              i.order_number as "orderNumber", i.pattern_title as "patternTitle", i.locale,
              i.buyer_name as "buyerName", i.buyer_email as "buyerEmail", i.country, i.seller,
              i.net_cents as "netCents", i.vat_cents as "vatCents", i.gross_cents as "grossCents",
              i.vat_rate::text as "vatRate", i.vat_key as "vatKey", i.tax_note as "taxNote", i.currency, i.supplied_on::text as "suppliedOn",
              i.delivery_on::text as "deliveryOn",
              (i.issued_at at time zone 'Europe/Berlin')::date::text as "issuedOn", i.issued_at as "issuedAt",
              i.object_key as "objectKey", case when i.kind = 'correction' then ${REMAINING} end as remaining
       from invoices i left join invoices o on o.id = i.cancels where i.id = $1`,
      [invoiceId],
    );
    if (!row) return null;
    const { country, vatKey, ...invoice } = row;
    const { locale } = invoice;
    const vatCountryName = vatKey && placeName(vatKey, locale);
    return { ...invoice, countryName: placeName(country, locale), vatCountryName };
  }
}
