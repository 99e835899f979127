import { Controller, Delete, Get, Header, HttpStatus, Post, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { EnvelopedResponse, Fails, Endpoint } from '../platform/http/cache/responses.js';
import { IdParam } from '../platform/http/id-param.js';
import { LanguageChoice } from '../platform/http/language-choice.js';
import { CurrentViewer, SignedIn, type Viewer } from '../platform/http/viewer.js';
import { AddToWishlist } from './commands/add-to-wishlist.js';
import { RemoveFromWishlist } from './commands/remove-from-wishlist.js';
import { CheckWishlist } from './queries/check-wishlist.js';
import { GetWishlist } from './queries/get-wishlist.js';
import { Wishlist, WishlistCheck, WishlistEntry } from './wishlist.contract.js';

const PatternId = () => IdParam('id', 'WISHLIST_ITEM_NOT_FOUND', 'Wishlist item', 'The id of the pattern');

@ApiTags('wishlist')
@Controller('wishlist')
@SignedIn()
export class WishlistController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  @Endpoint('The wishlist of the account', 200, Wishlist)
  @Fails('400 VALIDATION_FAILED')
  getWishlist(@CurrentViewer() viewer: Viewer, @Query() { lang }: LanguageChoice) {
    return this.queries.execute(new GetWishlist(viewer.id, lang ?? viewer.language));
  }

  @Post(':id')
  @Endpoint('Add a pattern to the wishlist', 201, WishlistEntry)
  @EnvelopedResponse(200, WishlistEntry)
  @Fails('404 PATTERN_NOT_FOUND', '409 WISHLIST_FULL')
  async addToWishlist(
    @IdParam('id', 'PATTERN_NOT_FOUND', 'Pattern', 'The id of the pattern') id: string,
    @CurrentViewer() viewer: Viewer,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { entry, isNew } = await this.commands.execute(new AddToWishlist(viewer.id, id));
    if (!isNew) void reply.status(HttpStatus.OK);
    return entry;
  }

  @Delete(':id')
  @Endpoint('Remove a pattern from the wishlist', 200)
  @Fails('404 WISHLIST_ITEM_NOT_FOUND')
  removeFromWishlist(@PatternId() id: string, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new RemoveFromWishlist(viewer.id, id));
  }

  @Get(':id/check')
  @Header('cache-control', 'no-store')
  @Endpoint('Check that a pattern is on the wishlist', 200, WishlistCheck)
  @Fails('404 WISHLIST_ITEM_NOT_FOUND')
  checkWishlist(@PatternId() id: string, @CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new CheckWishlist(viewer.id, id));
  }
}
