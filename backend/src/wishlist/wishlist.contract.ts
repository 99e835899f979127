import { ApiProperty } from '@nestjs/swagger';
import { PatternCard } from '../catalogue/patterns/queries/pattern-card.js';

export class WishlistEntry {
  @ApiProperty({ format: 'uuid', example: '019aa5d2-6f3e-7c41-9a57-2f1c8b0e4d36' }) id!: string;
  @ApiProperty({ format: 'uuid', example: '019aa5c0-11d4-7b02-8e6f-5d3a9c7b1e24' }) pattern_id!: string;
  @ApiProperty({ format: 'date-time', example: '2026-11-21T19:30:00.000Z' }) added_at!: string;
}

export class WishlistItemView extends WishlistEntry {
  @ApiProperty({
    description: 'False when the pattern is no longer on sale; it stays on the wishlist until it is removed',
    example: true,
  })
  available!: boolean;

  @ApiProperty({ type: PatternCard, description: 'A hidden pattern has no description, pictures or tags here' })
  pattern!: PatternCard;
}

export class Wishlist {
  @ApiProperty({ type: [WishlistItemView], description: 'The newest first' }) items!: WishlistItemView[];
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 500, example: 1 }) total!: number;
}

export class WishlistCheck {
  @ApiProperty({ enum: [true], type: Boolean, example: true }) inWishlist!: true;
}
