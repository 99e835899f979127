import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Config } from '../../../platform/config/config.js';
import { Sql } from '../../../platform/database/sql.js';
import type { Language } from '../../../platform/language.js';
import { placeName } from '../../../platform/tax/place-name.js';
import { taxNote, vatKeyFor } from '../../../platform/tax/tax-scheme.js';
import { CONFIG } from '../../../platform/tokens.js';
import { WITHDRAWAL_ENDS_AT } from '../../withdrawals/withdrawal-right.js';
import { rateOn } from '../tax-columns.js';
import type { ServedCountries, ServedCountry } from '../tax.contract.js';

/**
 * The countries and territories to which the shop sells, by name, with the VAT and the planned delivery of a sale of today.
 */
export class ListServedCountries extends Query<ServedCountries> {
  constructor(readonly language: Language) {
    super();
  }
}

@QueryHandler(ListServedCountries)
export class ListServedCountriesHandler implements IQueryHandler<ListServedCountries> {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ language }: ListServedCountries): Promise<ServedCountries> {
    const { scheme, places } = this.config.tax;
    const rows = await this.sql.rows<{ country: string; rate: string | null }>(
      `select k.country, ${rateOn('k.country', `(now() at time zone 'Europe/Berlin')::date`)} as rate
       from (select distinct country from vat_rates) k`,
    );
    const rates = new Map(rows.map(({ country, rate }) => [country, rate]));
    const served = places.map((country): ServedCountry => {
      const key = vatKeyFor(scheme, country);
      const rate = key === null ? null : (rates.get(key) ?? null);
      return {
        country,
        name: placeName(country, language),
        vatRate: rate === null ? null : Number(rate),
        vatCountry: key === null ? null : placeName(key, language),
        taxNote: taxNote(scheme, key, language),
      };
    });
    return {
      countries: served.sort((a, b) => a.name.localeCompare(b.name, language)),
      plannedDelivery: await this.planDelivery(),
    };
  }

  private async planDelivery(): Promise<string | null> {
    if (this.config.delivery.withoutWaiver === 'at-once') return null;
    const planned = await this.sql.row<{ at: Date }>(
      `select ${WITHDRAWAL_ENDS_AT} as at from (select now() as paid_at) u`,
    );
    return planned!.at.toISOString();
  }
}
