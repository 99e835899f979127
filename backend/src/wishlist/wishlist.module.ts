import { Module } from '@nestjs/common';
import { AddToWishlistHandler } from './commands/add-to-wishlist.js';
import { EraseWishlistHandler } from './commands/erase-wishlist.js';
import { RemoveFromWishlistHandler } from './commands/remove-from-wishlist.js';
import { CheckWishlistHandler } from './queries/check-wishlist.js';
import { GetWishlistHandler } from './queries/get-wishlist.js';

@Module({
  providers: [
    AddToWishlistHandler,
    RemoveFromWishlistHandler,
    EraseWishlistHandler,
    GetWishlistHandler,
    CheckWishlistHandler,
  ],
})
export class WishlistModule {}
