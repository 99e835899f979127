import { Module } from '@nestjs/common';
import * as handlers from './wishlist.handlers.js';

@Module({
  providers: Object.values(handlers),
})
export class WishlistModule {}
