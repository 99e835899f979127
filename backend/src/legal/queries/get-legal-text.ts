import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Config } from '../../platform/config/config.js';
import type { Language } from '../../platform/language.js';
import { noBreakSpaces } from '../../platform/no-break-spaces.js';
import { CONFIG } from '../../platform/tokens.js';
import { fillTemplate, type FilledText } from '../fill-template.js';
import { legalFacts } from '../legal-facts.js';
import { type LegalPage, TEMPLATES } from '../legal-texts.js';
import { LEGAL_VERSIONS } from '../legal-versions.js';

export interface FilledLegalText extends FilledText {
  /** The day since which the text applies: `2026-11-25`. */
  version: string;
}

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
    const { version } = LEGAL_VERSIONS[page][0];
    const text = fillTemplate(TEMPLATES[language][page], legalFacts(this.config, language));
    return { version, ...(JSON.parse(noBreakSpaces(JSON.stringify(text))) as FilledText) };
  }
}
