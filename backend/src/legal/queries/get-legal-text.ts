import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Config } from '../../platform/config/config.js';
import type { Language } from '../../platform/language.js';
import { CONFIG } from '../../platform/tokens.js';
import { fillLegalText, type FilledLegalText } from '../fill-legal-text.js';
import type { LegalPage } from '../legal-texts.js';

/** Returns a legal text in its current version, with the facts about the operator. */
export class GetLegalText extends Query<FilledLegalText> {
  constructor(
    readonly page: LegalPage,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(GetLegalText)
export class GetLegalTextHandler implements IQueryHandler<GetLegalText> {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async execute({ page, language }: GetLegalText): Promise<FilledLegalText> {
    return fillLegalText(page, language, this.config);
  }
}
