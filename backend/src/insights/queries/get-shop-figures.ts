import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';

export interface ShopFigures {
  /** Published patterns. */
  patterns: number;
  /** E-mail addresses with a paid purchase that is not refunded. */
  customers: number;
  /** Designers with at least one published pattern. */
  designers: number;
}

/**
 * The figures that the home page shows. Free orders do not count: a guest can place one for any address, and the figure would
 * show whether the address has ordered before.
 */
export class GetShopFigures extends Query<ShopFigures> {}

const STATEMENT = `
select (select count(*) from patterns where status = 'published')::float8 as patterns,
       (select count(distinct lower(buyer_email)) from purchases
        where status = 'paid' and amount_cents > 0)::float8 as customers,
       (select count(distinct designer_id) from patterns where status = 'published')::float8 as designers`;

@QueryHandler(GetShopFigures)
export class GetShopFiguresHandler implements IQueryHandler<GetShopFigures> {
  constructor(private readonly sql: Sql) {}

  async execute(): Promise<ShopFigures> {
    return (await this.sql.row<ShopFigures>(STATEMENT))!;
  }
}
