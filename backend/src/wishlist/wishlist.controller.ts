import { Controller, Delete, Get, Header, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Answers, Fails } from '../platform/http/cache/responses.js';
import { IdParam } from '../platform/http/id-param.js';
import { LanguageChoice } from '../platform/http/language-choice.js';
import { CurrentViewer, SignedIn, type Viewer } from '../platform/http/viewer.js';
import { AddToWishlist } from './commands/add-to-wishlist.js';
import { RemoveFromWishlist } from './commands/remove-from-wishlist.js';
import { CheckWishlist } from './queries/check-wishlist.js';
import { GetWishlist } from './queries/get-wishlist.js';
import { Wishlist, WishlistCheck, WishlistEntry } from './wishlist.contract.js';

const itemId = IdParam('WISHLIST_ITEM_NOT_FOUND', 'Wishlist item');
const PatternIdParam = () => ApiParam({ name: 'id', format: 'uuid', description: 'The id of the pattern' });

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
  @Answers(200, Wishlist)
  @Fails('400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'The wishlist of the account' })
  getWishlist(@CurrentViewer() viewer: Viewer, @Query() { lang }: LanguageChoice) {
    return this.queries.execute(new GetWishlist(viewer.id, lang ?? viewer.language));
  }

  @Post(':id')
  @PatternIdParam()
  @Answers(201, WishlistEntry)
  @Answers(200, WishlistEntry)
  @Fails('404 PATTERN_NOT_FOUND', '409 WISHLIST_FULL')
  @ApiOperation({ summary: 'Add a pattern to the wishlist' })
  async addToWishlist(
    @Param('id', IdParam('PATTERN_NOT_FOUND', 'Pattern')) id: string,
    @CurrentViewer() viewer: Viewer,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { entry, isNew } = await this.commands.execute(new AddToWishlist(viewer.id, id));
    if (!isNew) void reply.status(HttpStatus.OK);
    return entry;
  }

  @Delete(':id')
  @PatternIdParam()
  @Answers(200)
  @Fails('404 WISHLIST_ITEM_NOT_FOUND')
  @ApiOperation({ summary: 'Remove a pattern from the wishlist' })
  removeFromWishlist(@Param('id', itemId) id: string, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new RemoveFromWishlist(viewer.id, id));
  }

  @Get(':id/check')
  @Header('cache-control', 'no-store')
  @PatternIdParam()
  @Answers(200, WishlistCheck)
  @Fails('404 WISHLIST_ITEM_NOT_FOUND')
  @ApiOperation({ summary: 'Check that a pattern is on the wishlist' })
  checkWishlist(@Param('id', itemId) id: string, @CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new CheckWishlist(viewer.id, id));
  }
}
