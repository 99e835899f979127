import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { GetOffer } from '../../catalogue/patterns/queries/get-offer.js';
import { advisoryLock } from '../../platform/database/database-time.js';
import { notFound, ApiError } from '../../platform/api-error.js';
import { Transactional } from '../../platform/database/transactional.js';
import type { WishlistEntry } from '../wishlist.contract.js';
import { WishlistItem } from '../wishlist-item.entity.js';

export interface AddResult {
  entry: WishlistEntry;
  /** False when the pattern is already on the wishlist. */
  isNew: boolean;
}

/**
 * Adds a pattern to the wishlist, or returns the existing entry.
 * @throws {ApiError} 404 PATTERN_NOT_FOUND or 409 WISHLIST_FULL
 */
export class AddToWishlist extends Command<AddResult> {
  constructor(
    readonly userId: string,
    readonly patternId: string,
  ) {
    super();
  }
}

const MAX_ITEMS = 500;

@CommandHandler(AddToWishlist)
export class AddToWishlistHandler implements ICommandHandler<AddToWishlist> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ userId, patternId }: AddToWishlist): Promise<AddResult> {
    const offer = await this.queries.execute(new GetOffer(patternId));
    const { item, isNew } = await this.findOrAdd(userId, patternId, offer?.forSale ?? false);
    return { entry: { id: item.id, pattern_id: item.patternId, added_at: item.addedAt.toISOString() }, isNew };
  }

  @Transactional()
  private async findOrAdd(userId: string, patternId: string, forSale: boolean) {
    // Serialises the requests of one user, because concurrent requests could add a pattern twice or exceed the limit.
    await advisoryLock(`wishlist ${userId}`);
    const existing = await this.em.findOne(WishlistItem, { userId, patternId });
    if (existing) return { item: existing, isNew: false };
    if (!forSale) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
    if ((await this.em.count(WishlistItem, { userId })) >= MAX_ITEMS) throw wishlistFull();
    const item = this.em.create(WishlistItem, { id: uuidv7(), userId, patternId, addedAt: new Date() });
    return { item, isNew: true };
  }
}

const wishlistFull = () =>
  new ApiError(409, 'WISHLIST_FULL', `A wishlist holds at most ${MAX_ITEMS} patterns. Please remove some first.`);
