import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Transactional } from '../../platform/database/transactional.js';
import { WishlistItem } from '../wishlist-item.entity.js';

/** Deletes the wishlist of a user. */
export class EraseWishlist extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(EraseWishlist)
export class EraseWishlistHandler implements ICommandHandler<EraseWishlist> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ userId }: EraseWishlist): Promise<void> {
    await this.em.nativeDelete(WishlistItem, { userId });
  }
}
