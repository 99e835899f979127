import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../../platform/http/cache/responses.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { GetDesigner } from './queries/get-designer.js';
import { ListDesigners } from './queries/list-designers.js';
import { DesignerList, DesignerView } from '../patterns/selling.contract.js';

@ApiTags('catalogue')
@Controller('designer')
export class DesignersController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Answers(200, DesignerList)
  @Fails('400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'Designers with a published pattern' })
  async listDesigners(@Query() { lang }: LanguageChoice) {
    return { designers: await this.queries.execute(new ListDesigners(lang ?? 'de')) };
  }

  @Get(':slug')
  @Answers(200, DesignerView)
  @Fails('400 VALIDATION_FAILED', '404 DESIGNER_NOT_FOUND')
  @ApiOperation({ summary: 'A designer' })
  getDesigner(@Param('slug') slug: string, @Query() { lang }: LanguageChoice) {
    return this.queries.execute(new GetDesigner(slug, lang ?? 'de'));
  }
}
