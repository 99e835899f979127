import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { enveloped, ReadyResponse } from '../../platform/http/cache/ready-response.js';
import { PatternFilters, PatternPage, PatternView } from '../catalogue.contract.js';
import { GetPattern } from './queries/get-pattern.js';
import { ListPatterns } from './queries/list-patterns.js';
import { SearchPatterns } from '../search/queries/search-patterns.js';

@ApiTags('catalogue')
@Controller('patterns')
export class PatternsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Limit('browse')
  @ReadyResponse()
  @Endpoint('Search and browse patterns', 200, PatternPage)
  @Fails('400 VALIDATION_FAILED')
  async listPatterns(@Query() filters: PatternFilters) {
    const query = filters.search?.trim() ? new SearchPatterns(filters) : new ListPatterns(filters);
    return enveloped(await this.queries.execute(query));
  }

  @Get(':id')
  @ReadyResponse()
  @Endpoint('A pattern with its details and files', 200, PatternView)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND')
  async getPattern(@IdParam('id', 'PATTERN_NOT_FOUND', 'Pattern') id: string, @Query() { lang }: LanguageChoice) {
    return enveloped(await this.queries.execute(new GetPattern(id, lang ?? 'de')));
  }
}
