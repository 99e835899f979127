import { Controller, Get, Header, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../platform/http/cache/responses.js';
import { LanguageChoice } from '../platform/http/language-choice.js';
import { LEGAL_VERSIONS } from './legal-versions.js';
import { PrivacyPolicy } from './policy.contract.js';
import { GetLegalText } from './queries/get-legal-text.js';

@ApiTags('privacy')
@Controller('gdpr/privacy-policy')
export class PolicyController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Header('cache-control', 'public, max-age=300')
  @Endpoint('The current privacy policy', 200, PrivacyPolicy)
  @Fails('400 VALIDATION_FAILED')
  async getPrivacyPolicy(@Query() { lang = 'de' }: LanguageChoice): Promise<PrivacyPolicy> {
    const { title, version, sections } = await this.queries.execute(new GetLegalText('privacy', lang));
    return {
      version,
      effectiveFrom: version,
      language: lang,
      title,
      sections: sections.map(({ id, title: heading, text: paragraphs }) => ({ id, heading, paragraphs })),
      history: LEGAL_VERSIONS.privacy.map((entry) => ({ version: entry.version, effectiveFrom: entry.version })),
    };
  }
}
