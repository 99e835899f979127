import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiError } from '../platform/api-error.js';
import { Endpoint, Fails } from '../platform/http/cache/responses.js';
import { LanguageChoice } from '../platform/http/language-choice.js';
import { LegalText } from './legal.contract.js';
import { LEGAL_PAGES } from './legal-texts.js';
import { GetLegalText } from './queries/get-legal-text.js';

@ApiTags('legal')
@Controller('legal')
export class LegalController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':page')
  @Header('cache-control', 'public, max-age=300')
  @ApiParam({ name: 'page', enum: LEGAL_PAGES })
  @Endpoint('A legal text in its current version, with the facts about the operator', 200, LegalText)
  @Fails('400 VALIDATION_FAILED', '404 NOT_FOUND')
  async getLegalText(@Param('page') name: string, @Query() { lang = 'de' }: LanguageChoice): Promise<LegalText> {
    const page = LEGAL_PAGES.find((known) => known === name);
    if (!page) throw new ApiError(404, 'NOT_FOUND', `page must be one of ${LEGAL_PAGES.join(', ')}`);
    return this.queries.execute(new GetLegalText(page, lang));
  }
}
