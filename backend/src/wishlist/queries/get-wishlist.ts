import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { ListCards } from '../../catalogue/patterns/queries/list-cards.js';
import type { Language } from '../../platform/language.js';
import { Sql } from '../../platform/database/sql.js';
import type { Wishlist, WishlistEntry } from '../wishlist.contract.js';

/** All patterns on a wishlist, the newest first. */
export class GetWishlist extends Query<Wishlist> {
  constructor(
    readonly userId: string,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(GetWishlist)
export class GetWishlistHandler implements IQueryHandler<GetWishlist> {
  constructor(
    private readonly sql: Sql,
    private readonly queries: QueryBus,
  ) {}

  async execute({ userId, language }: GetWishlist): Promise<Wishlist> {
    const entries = await this.sql.rows<WishlistEntry>(
      'select id, pattern_id, added_at from wishlist_items where user_id = $1 order by added_at desc, id desc',
      [userId],
    );
    const patternIds = entries.map((entry) => entry.pattern_id);
    const cardsById = await this.queries.execute(new ListCards(patternIds, language));
    const items = entries.flatMap((entry) => {
      const listed = cardsById.get(entry.pattern_id);
      return listed ? [{ ...entry, available: listed.forSale, pattern: listed.card }] : [];
    });
    return { items, total: items.length };
  }
}
