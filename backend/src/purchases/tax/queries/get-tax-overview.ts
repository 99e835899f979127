import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Config } from '../../../platform/config/config.js';
import { Sql } from '../../../platform/database/sql.js';
import type { Language } from '../../../platform/language.js';
import { placeName } from '../../../platform/tax/place-name.js';
import { OTHER_MEMBER_PLACES, PLACES, VAT_KEYS } from '../../../platform/tax/places.js';
import { EU_SALES_LIMIT_CENTS } from '../../../platform/tax/tax-scheme.js';
import { CONFIG } from '../../../platform/tokens.js';
import type { RateProposal, TaxOverview, VatRate } from '../tax.contract.js';

/** The tax scheme, the sales to other member states, and the VAT rates with the open proposals. */
export class GetTaxOverview extends Query<TaxOverview> {
  constructor(readonly language: Language) {
    super();
  }
}

type Unnamed<T> = Omit<T, 'name'> & Record<string, unknown>;

@QueryHandler(GetTaxOverview)
export class GetTaxOverviewHandler implements IQueryHandler<GetTaxOverview> {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ language }: GetTaxOverview): Promise<TaxOverview> {
    const [sales, rates, proposals] = await Promise.all([
      this.sql.rows<{ year: number; netCents: number }>(SALES, [OTHER_MEMBER_PLACES]),
      this.sql.rows<Unnamed<VatRate>>(RATES),
      this.sql.rows<Unnamed<RateProposal>>(PROPOSALS),
    ]);
    const withName = <T extends { country: string }>(row: T) => ({ ...row, name: placeName(row.country, language) });
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, language);
    return {
      scheme: this.config.tax.scheme,
      euSales: sales,
      euSalesLimitCents: EU_SALES_LIMIT_CENTS,
      // The sort is stable: the rates of a country stay sorted by the day from which they are valid.
      rates: rates.map((row) => withName(row as Omit<VatRate, 'name'>)).sort(byName),
      proposals: proposals.map((row) => withName(row as Omit<RateProposal, 'name'>)),
      rateCountries: VAT_KEYS.map((country) => withName({ country })).sort(byName),
      places: PLACES.map((country) => withName({ country })).sort(byName),
    };
  }
}

/**
 * Net sales of this year and of last year; 0 for a year without sales. A cancellation invoice counts in the year of the sale
 * that it cancels.
 */
const SALES = `
select y.year, coalesce((
         select sum(i.net_cents) from invoices i
         where i.country = any($1) and i.supplied_on >= make_date(y.year, 1, 1)
           and i.supplied_on < make_date(y.year + 1, 1, 1)), 0)::float8 as "netCents"
from (select extract(year from now() at time zone 'Europe/Berlin')::int - ago as year from generate_series(0, 1) ago) y
order by y.year desc`;

const RATES = `
select country, rate::float8 as rate, valid_from::text as "validFrom" from vat_rates order by country, valid_from desc`;

const PROPOSALS = `
select p.id, p.country, p.rate::float8 as rate, p.valid_from::text as "validFrom", p.proposed_at as "proposedAt",
       coalesce(nullif(u.display_name, ''), u.username) as "proposedBy"
from vat_rate_proposals p left join users u on u.id = p.proposed_by where p.outcome is null order by p.proposed_at`;
