import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { PatternMeta } from './meta.contract.js';
import { GetPatternMeta } from './queries/get-pattern-meta.js';

@ApiTags('catalogue')
@Controller('meta')
export class MetaController {
  constructor(private readonly queries: QueryBus) {}

  @Get('pattern/:id')
  @Endpoint('Meta tags and structured data of a pattern page', 200, PatternMeta)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND')
  getPatternMeta(@IdParam('id', 'PATTERN_NOT_FOUND', 'Pattern') id: string, @Query() { lang }: LanguageChoice) {
    return this.queries.execute(new GetPatternMeta(id, lang ?? 'de'));
  }
}
