import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { PatternMeta } from './meta.contract.js';
import { GetPatternMeta } from './queries/get-pattern-meta.js';

@ApiTags('catalogue')
@Controller('meta')
export class MetaController {
  constructor(private readonly queries: QueryBus) {}

  @Get('pattern/:id')
  @ApiParam({ name: 'id', format: 'uuid' })
  @Answers(200, PatternMeta)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND')
  @ApiOperation({ summary: 'Meta tags and structured data of a pattern page' })
  getPatternMeta(@Param('id', IdParam('PATTERN_NOT_FOUND', 'Pattern')) id: string, @Query() { lang }: LanguageChoice) {
    return this.queries.execute(new GetPatternMeta(id, lang ?? 'de'));
  }
}
