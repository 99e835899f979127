import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { GetDesigner } from './queries/get-designer.js';
import { ListDesigners } from './queries/list-designers.js';
import { DesignerList, DesignerView } from '../patterns/selling.contract.js';

@ApiTags('catalogue')
@Controller('designer')
export class DesignersController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Endpoint('Designers with a published pattern', 200, DesignerList)
  @Fails('400 VALIDATION_FAILED')
  async listDesigners(@Query() { lang }: LanguageChoice) {
    return { designers: await this.queries.execute(new ListDesigners(lang ?? 'de')) };
  }

  @Get(':slug')
  @Endpoint('A designer', 200, DesignerView)
  @Fails('400 VALIDATION_FAILED', '404 DESIGNER_NOT_FOUND')
  getDesigner(@Param('slug') slug: string, @Query() { lang }: LanguageChoice) {
    return this.queries.execute(new GetDesigner(slug, lang ?? 'de'));
  }
}
