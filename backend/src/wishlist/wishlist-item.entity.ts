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

/** A pattern that somebody would like to remember. It stays when the pattern is no longer for sale. */
export class WishlistItem extends WishlistItemSchema.class {}
WishlistItemSchema.setClass(WishlistItem);
