import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '../../platform/api-error.js';
import type { Config } from '../../platform/config/config.js';
import { Sql } from '../../platform/database/sql.js';
import { type TaxScheme, vatKeyFor } from '../../platform/tax/tax-scheme.js';
import { CONFIG } from '../../platform/tokens.js';
import { HOME_COUNTRY } from '../orders/purchase.entity.js';
import { rateOn } from './tax-columns.js';

/** What an order contains about its VAT. */
export interface SalePlace {
  country: string;
  /** The country that the buyer stated; null when the buyer stated none. */
  declaredCountry: string | null;
  taxScheme: TaxScheme;
  vatKey: string | null;
}

/** The places to which the shop sells, and the VAT of a sale to each. */
@Injectable()
export class SalePlaces {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The place of a new order. The buyer need not state it when the VAT is the same in all places that the shop serves, or
   * when there is nothing to pay.
   * @throws {ApiError} 400 COUNTRY_NOT_SERVED, 400 COUNTRY_REQUIRED, 409 VAT_RATE_MISSING
   */
  async admit(stated: string | null, priceCents: number): Promise<SalePlace> {
    const { places } = this.config.tax;
    if (stated && !places.includes(stated))
      throw refusal('COUNTRY_NOT_SERVED', 'The shop does not sell to this country');
    if (!stated && priceCents > 0 && this.vatKeys().size > 1)
      throw refusal('COUNTRY_REQUIRED', 'country is required: the VAT in the price depends on it');
    const place = this.placeOf(stated);
    if (priceCents > 0 && place.vatKey) await this.requireRate(place.vatKey);
    return place;
  }

  /** The place of an order that was already accepted. */
  placeOf(stated: string | null): SalePlace {
    const { scheme, places } = this.config.tax;
    const country = stated ?? (places.includes(HOME_COUNTRY) ? HOME_COUNTRY : places[0]!);
    return { country, declaredCountry: stated, taxScheme: scheme, vatKey: vatKeyFor(scheme, country) };
  }

  private vatKeys(): Set<string | null> {
    const { scheme, places } = this.config.tax;
    return new Set(places.map((place) => vatKeyFor(scheme, place)));
  }

  private async requireRate(key: string): Promise<void> {
    const row = await this.sql.row<{ rate: string | null }>(
      `select ${rateOn('$1', `(now() at time zone 'Europe/Berlin')::date`)} as rate`,
      [key],
    );
    if (row?.rate != null) return;
    throw new ApiError(
      409,
      'VAT_RATE_MISSING',
      'No sale to this country at the moment: its VAT rate of today is unknown',
    );
  }
}

const refusal = (code: string, message: string) => new ApiError(400, code, message, [{ field: 'country', message }]);
