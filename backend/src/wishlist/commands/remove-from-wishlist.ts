import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Transactional } from '../../platform/database/transactional.js';
import { notOnWishlist } from '../not-on-wishlist.js';
import { WishlistItem } from '../wishlist-item.entity.js';

/** Removes a pattern from the wishlist. @throws {ApiError} 404 WISHLIST_ITEM_NOT_FOUND */
export class RemoveFromWishlist extends Command<void> {
  constructor(
    readonly userId: string,
    readonly patternId: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveFromWishlist)
export class RemoveFromWishlistHandler implements ICommandHandler<RemoveFromWishlist> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ userId, patternId }: RemoveFromWishlist): Promise<void> {
    const removed = await this.em.nativeDelete(WishlistItem, { userId, patternId });
    if (removed === 0) throw notOnWishlist();
  }
}
