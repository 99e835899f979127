import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import { notOnWishlist } from '../not-on-wishlist.js';
import type { WishlistCheck } from '../wishlist.contract.js';

/** Checks that a pattern is on the wishlist. @throws {ApiError} 404 WISHLIST_ITEM_NOT_FOUND when it is not */
export class CheckWishlist extends Query<WishlistCheck> {
  constructor(
    readonly userId: string,
    readonly patternId: string,
  ) {
    super();
  }
}

@QueryHandler(CheckWishlist)
export class CheckWishlistHandler implements IQueryHandler<CheckWishlist> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId, patternId }: CheckWishlist): Promise<WishlistCheck> {
    const row = await this.sql.row('select 1 from wishlist_items where user_id = $1 and pattern_id = $2', [
      userId,
      patternId,
    ]);
    if (!row) throw notOnWishlist();
    return { inWishlist: true };
  }
}
