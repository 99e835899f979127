import type { Language } from '../platform/language.js';
import { noBreakSpaces } from '../platform/no-break-spaces.js';
import { fillTemplate, type FilledText } from './fill-template.js';
import { type LegalConfig, legalFacts } from './legal-facts.js';
import { type LegalPage, TEMPLATES } from './legal-texts.js';
import { LEGAL_VERSIONS } from './legal-versions.js';

export interface FilledLegalText extends FilledText {
  /** The day since which the text applies: `2026-11-25`. */
  version: string;
}

/** @returns a legal text in its current version, with the facts about the operator */
export function fillLegalText(page: LegalPage, language: Language, config: LegalConfig): FilledLegalText {
  const { version } = LEGAL_VERSIONS[page][0];
  const text = fillTemplate(TEMPLATES[language][page], legalFacts(config, language));
  return { version, ...(JSON.parse(noBreakSpaces(JSON.stringify(text))) as FilledText) };
}
