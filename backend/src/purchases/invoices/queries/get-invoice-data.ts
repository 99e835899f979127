import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { patternTitle } from '../../../platform/database/shop-columns.js';

/** The contents of an invoice without the amounts; null for an unpaid order. */
export class GetInvoiceData extends Query<InvoiceData | null> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

export interface InvoiceData {
  patternTitle: string;
  /** Name of the account; null without one. */
  buyerName: string | null;
  /** Percent on the day of supply; `0` outside the countries in which the shop owes VAT; null when unknown. */
  vatRate: string | null;
  /** Day in Germany, yyyy-mm-dd. */
  suppliedOn: string;
  issuedAt: Date;
  /** Year of issue, in Germany. */
  year: number;
  /** End of the eighth year after the year of issue. */
  deleteAfter: string;
}

@QueryHandler(GetInvoiceData)
export class GetInvoiceDataHandler implements IQueryHandler<GetInvoiceData> {
  constructor(private readonly sql: Sql) {}

  execute({ purchaseId }: GetInvoiceData): Promise<InvoiceData | null> {
    return this.sql.row<InvoiceData>(
      `select ${patternTitle('u.locale')} as "patternTitle",
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
