import { Controller, Get, Header, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Config } from '../../platform/config/config.js';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { CONFIG } from '../../platform/tokens.js';
import { PrivacyPolicy } from './policy.contract.js';
import { privacyPolicy } from './privacy-policy.js';

@ApiTags('privacy')
@Controller('gdpr/privacy-policy')
export class PolicyController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  @Header('cache-control', 'public, max-age=300')
  @Endpoint('The current privacy policy', 200, PrivacyPolicy)
  @Fails('400 VALIDATION_FAILED')
  getPrivacyPolicy(@Query() { lang = 'de' }: LanguageChoice): PrivacyPolicy {
    return privacyPolicy(this.config, lang);
  }
}
