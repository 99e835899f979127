import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';
import type { InvoiceKind, InvoiceSeller } from '../invoice.entity.js';

/** The contents of an invoice as issued. */
export class GetInvoice extends Query<InvoiceDocument | null> {
  constructor(readonly invoiceId: string) {
    super();
  }
}

export interface InvoiceDocument {
  id: string;
  number: string;
  kind: InvoiceKind;
  /** Number and day of the cancelled invoice. */
  cancelledNumber: string | null;
  cancelledOn: string | null;
  orderNumber: string;
  patternTitle: string;
  locale: Language;
  buyerName: string | null;
  buyerEmail: string;
  country: string;
  seller: InvoiceSeller;
  netCents: number;
  vatCents: number;
  grossCents: number;
  /** Percent: `19.00`. */
  vatRate: string;
  currency: string;
  /** Days in Germany, yyyy-mm-dd. */
  suppliedOn: string;
  issuedOn: string;
  issuedAt: Date;
  objectKey: string | null;
}

@QueryHandler(GetInvoice)
export class GetInvoiceHandler implements IQueryHandler<GetInvoice> {
  constructor(private readonly sql: Sql) {}

  execute({ invoiceId }: GetInvoice): Promise<InvoiceDocument | null> {
    return this.sql.row<InvoiceDocument>(
      `select i.id, i.number, i.kind, o.number as "cancelledNumber",
              (o.issued_at at time zone 'Europe/Berlin')::date::text as "cancelledOn",
              i.order_number as "orderNumber", i.pattern_title as "patternTitle", i.locale,
              i.buyer_name as "buyerName", i.buyer_email as "buyerEmail", i.country, i.seller,
              i.net_cents as "netCents", i.vat_cents as "vatCents", i.gross_cents as "grossCents",
              i.vat_rate::text as "vatRate", i.currency, i.supplied_on::text as "suppliedOn",
              (i.issued_at at time zone 'Europe/Berlin')::date::text as "issuedOn", i.issued_at as "issuedAt",
              i.object_key as "objectKey"
       from invoices i left join invoices o on o.id = i.cancels where i.id = $1`,
      [invoiceId],
    );
  }
}
