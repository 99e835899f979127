import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../platform/http/answers.js';
import { IdParam } from '../platform/http/id-param.js';
import { LanguageChoice } from '../platform/http/language-choice.js';
import { PatternFilters, PatternPage, PatternView } from './catalogue.contract.js';
import { GetPattern } from './queries/get-pattern.js';
import { SearchPatterns } from './queries/search-patterns.js';

@ApiTags('catalogue')
@Controller('patterns')
export class PatternsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Answers(200, PatternPage)
  @Fails('400 VALIDATION_FAILED')
  listPatterns(@Query() filters: PatternFilters) {
    return this.queries.execute(new SearchPatterns(filters));
  }

  @Get(':id')
  @ApiParam({ name: 'id', format: 'uuid' })
  @Answers(200, PatternView)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND')
  getPattern(@Param('id', IdParam('PATTERN_NOT_FOUND', 'Pattern')) id: string, @Query() { lang }: LanguageChoice) {
    return this.queries.execute(new GetPattern(id, lang ?? 'de'));
  }
}
