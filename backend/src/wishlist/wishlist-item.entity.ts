import { defineEntity } from '@mikro-orm/core';

const WishlistItemSchema = defineEntity({
  name: 'WishlistItem',
  tableName: 'wishlist_items',
  properties: (p) => ({
    id: p.uuid().primary(),
    userId: p.uuid(),
    patternId: p.uuid(),
    addedAt: p.datetime(),
  }),
});

/** A pattern on a wishlist. It stays on the wishlist when it is no longer on sale. */
export class WishlistItem extends WishlistItemSchema.class {}
WishlistItemSchema.setClass(WishlistItem);
