import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { INVOICES_KEPT_YEARS, OSS_INVOICES_KEPT_YEARS } from '../../retention/kept-years.js';
import { WITHDRAWAL_ENDS_AT } from '../../withdrawals/withdrawal-right.js';
import { TAX_COLUMNS, type TaxRow } from '../../tax/tax-columns.js';
import { patternTitle } from '../../../platform/database/shop-columns.js';

/** The contents of an invoice, except its amounts; null for an unpaid order. */
export class GetInvoiceData extends Query<InvoiceData | null> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

export interface InvoiceData {
  patternTitle: string;
  /** Name of the buyer in the account; null for a guest, or when the account has no name. */
  buyerName: string | null;
  /** What the invoice says about VAT; `vat_rate` is that of the day of supply. */
  tax: TaxRow;
  /** The day of the supply; for a prepayment the day of the payment. In Germany, yyyy-mm-dd. */
  suppliedOn: string;
  /** Planned day of the delivery of a deferred order, whose price is a prepayment; null for any other order. */
  deliveryOn: string | null;
  issuedAt: Date;
  /** Year of issue, in Germany. */
  year: number;
  /**
   * Until this day the invoice must be kept: the end of the eighth year after the year of issue, or with VAT of another
   * country the end of the tenth year after the year of supply (retention/kept-years.ts).
   */
  deleteAfter: string;
}

@QueryHandler(GetInvoiceData)
export class GetInvoiceDataHandler implements IQueryHandler<GetInvoiceData> {
  constructor(private readonly sql: Sql) {}

  async execute({ purchaseId }: GetInvoiceData): Promise<InvoiceData | null> {
    const row = await this.sql.row<Omit<InvoiceData, 'tax' | 'deleteAfter'> & TaxRow & Record<string, unknown>>(
      `select ${patternTitle('u.locale')} as "patternTitle",
              coalesce(nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''),
                       nullif(a.display_name, a.username)) as "buyerName",
              ${TAX_COLUMNS},
              case when u.delivery_deferred then (${WITHDRAWAL_ENDS_AT} at time zone 'Europe/Berlin')::date::text
                end as "deliveryOn",
              s.day::text as "suppliedOn", now() as "issuedAt", s.year
       from purchases u join patterns p on p.id = u.pattern_id left join users a on a.id = u.buyer_id,
            lateral (select (u.paid_at at time zone 'Europe/Berlin')::date as day,
                            extract(year from now() at time zone 'Europe/Berlin')::int as year) s
       where u.id = $1 and u.paid_at is not null`,
      [purchaseId],
    );
    if (!row) return null;
    const { tax_scheme, vat_key, vat_rate, ...data } = row;
    return { ...data, tax: { tax_scheme, vat_key, vat_rate }, deleteAfter: keptUntil(data, vat_key) };
  }
}

function keptUntil({ year, suppliedOn }: Pick<InvoiceData, 'year' | 'suppliedOn'>, vatKey: string | null): string {
  const ossYear =
    vatKey === null || vatKey.startsWith('DE') ? 0 : Number(suppliedOn.slice(0, 4)) + OSS_INVOICES_KEPT_YEARS;
  return `${Math.max(year + INVOICES_KEPT_YEARS, ossYear)}-12-31`;
}
