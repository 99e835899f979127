import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, SignedInVerified, type Viewer } from '../../platform/http/viewer.js';
import { ChangeDesigner } from '../designers/commands/change-designer.js';
import { ChangePattern } from './commands/change-pattern.js';
import { CreatePattern } from './commands/create-pattern.js';
import { PublishPattern } from './commands/publish-pattern.js';
import { UnpublishPattern } from './commands/unpublish-pattern.js';
import { DesignerChanges, OwnDesigner } from '../designers/designer-form.js';
import { NewPattern, PatternChanges } from './pattern-form.js';
import { GetOwnDesigner } from '../designers/queries/get-own-designer.js';
import { GetOwnPattern } from './queries/get-own-pattern.js';
import { ListOwnPatterns } from './queries/list-own-patterns.js';
import { OwnPattern, OwnPatternList } from './selling.contract.js';

const PatternId = () => IdParam('id', 'PATTERN_NOT_FOUND', 'Pattern');

@ApiTags('selling')
@SignedInVerified()
@Controller()
export class SellingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('patterns')
  @Limit('sell')
  @Endpoint('Create a pattern as a draft', 201, OwnPattern)
  @Fails('400 VALIDATION_FAILED')
  async createPattern(@Body() form: NewPattern, @CurrentViewer() viewer: Viewer) {
    const id = await this.commands.execute(new CreatePattern(viewer.id, viewer.language, form));
    return this.getPattern(id, viewer, form.language);
  }

  @Put('patterns/:id')
  @Endpoint('Change one of the user’s patterns', 200, OwnPattern)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND')
  async changePattern(@PatternId() id: string, @Body() changes: PatternChanges, @CurrentViewer() viewer: Viewer) {
    await this.commands.execute(new ChangePattern(id, viewer.id, changes));
    return this.getPattern(id, viewer, changes.language);
  }

  @Post('patterns/:id/publish')
  @Endpoint('Put one of the user’s patterns on sale', 200, OwnPattern)
  @Fails('404 PATTERN_NOT_FOUND', '409 PATTERN_INCOMPLETE', '409 PATTERN_HIDDEN')
  async publishPattern(@PatternId() id: string, @CurrentViewer() viewer: Viewer) {
    await this.commands.execute(new PublishPattern(id, viewer.id));
    return this.getPattern(id, viewer);
  }

  /** In this path, as in the status `withdrawn`, to withdraw a pattern means to unpublish it. */
  @Post('patterns/:id/withdraw')
  @Endpoint('Take one of the user’s patterns off sale', 200, OwnPattern)
  @Fails('404 PATTERN_NOT_FOUND', '409 PATTERN_NOT_PUBLISHED', '409 PATTERN_HIDDEN')
  async unpublishPattern(@PatternId() id: string, @CurrentViewer() viewer: Viewer) {
    await this.commands.execute(new UnpublishPattern(id, viewer.id));
    return this.getPattern(id, viewer);
  }

  @Get('users/designer')
  @Endpoint('The designer profile of the account', 200, OwnDesigner)
  getOwnDesigner(@CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new GetOwnDesigner(viewer.id));
  }

  @Put('users/designer')
  @Endpoint('Change the designer profile of the account', 200, OwnDesigner)
  @Fails('400 VALIDATION_FAILED')
  async changeDesigner(@Body() changes: DesignerChanges, @CurrentViewer() viewer: Viewer) {
    await this.commands.execute(new ChangeDesigner(viewer.id, changes));
    return this.queries.execute(new GetOwnDesigner(viewer.id));
  }

  @Get('users/patterns')
  @Endpoint('List the user’s patterns, including drafts', 200, OwnPatternList)
  @Fails('400 VALIDATION_FAILED')
  async listOwnPatterns(@Query() { lang }: LanguageChoice, @CurrentViewer() viewer: Viewer) {
    return { patterns: await this.queries.execute(new ListOwnPatterns(viewer.id, lang ?? viewer.language)) };
  }

  @Get('users/patterns/:id')
  @Endpoint('One of the user’s patterns with its files and pictures', 200, OwnPattern)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND')
  getOwnPattern(@PatternId() id: string, @Query() { lang }: LanguageChoice, @CurrentViewer() viewer: Viewer) {
    return this.getPattern(id, viewer, lang);
  }

  private getPattern(id: string, viewer: Viewer, language = viewer.language): Promise<OwnPattern> {
    return this.queries.execute(new GetOwnPattern(id, viewer.id, language));
  }
}
