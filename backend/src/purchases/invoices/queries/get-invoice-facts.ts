import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/** What an invoice says beside the amounts; null for an order that was never paid. */
export class GetInvoiceFacts extends Query<InvoiceFacts | null> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

export interface InvoiceFacts {
  patternTitle: string;
  /** Of the account, where somebody gave one. */
  buyerName: string | null;
  /** Percent at the day of delivery; `0` outside of the countries the shop owes VAT in; null when it is not known. */
  vatRate: string | null;
  /** Day in Germany, yyyy-mm-dd. */
  suppliedOn: string;
  issuedAt: Date;
  /** The one in which it is issued, in Germany. */
  year: number;
  /** Invoices are kept for eight years after the end of the year they were issued in. */
  deleteAfter: string;
}

@QueryHandler(GetInvoiceFacts)
export class GetInvoiceFactsHandler implements IQueryHandler<GetInvoiceFacts> {
  constructor(private readonly sql: Sql) {}

  execute({ purchaseId }: GetInvoiceFacts): Promise<InvoiceFacts | null> {
    return this.sql.row<InvoiceFacts>(
      `select coalesce(p.texts->u.locale, p.texts->'de', p.texts->'en')->>'title' as "patternTitle",
              coalesce(nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''),
                       nullif(a.display_name, a.username)) as "buyerName",
              case when exists (select from vat_rates v where v.country = u.country)
                   then (select v.rate from vat_rates v where v.country = u.country
                           and v.valid_from <= s.day and (v.valid_to is null or v.valid_to >= s.day)
                         order by v.valid_from desc limit 1)
                   else 0 end::text as "vatRate",
              s.day::text as "suppliedOn", now() as "issuedAt", s.year, make_date(s.year + 8, 12, 31)::text as "deleteAfter"
       from purchases u join patterns p on p.id = u.pattern_id left join users a on a.id = u.buyer_id,
            lateral (select (u.paid_at at time zone 'Europe/Berlin')::date as day,
                            extract(year from now() at time zone 'Europe/Berlin')::int as year) s
       where u.id = $1 and u.paid_at is not null`,
      [purchaseId],
    );
  }
}
