import type { Language } from '../../platform/language.js';
import { LANGUAGES } from '../../platform/language.js';
import { invalid } from '../../platform/api-error.js';
import type { PatternDetails, PatternTexts } from './pattern.entity.js';

export type TextChanges = Partial<PatternTexts> & Partial<PatternDetails>;
export interface InLanguages {
  texts: Partial<Record<Language, PatternTexts>>;
  details: Partial<Record<Language, PatternDetails>>;
}

/** The values of missing details; queries fill them in for patterns that are older than a detail. */
export const NO_DETAILS: PatternDetails = {
  sizes: [],
  size_chart: { columns: [], rows: [] },
  materials: [],
  tools: [],
  notions: [],
  fabric: [],
  seam_allowance: '',
  techniques: [],
  notes: null,
  instructions_languages: [],
};
const TEXTS = ['title', 'description', 'estimated_time', 'tags'] as const;
const DETAILS = Object.keys(NO_DETAILS) as (keyof PatternDetails)[];
/** Fields with the same value in every language. */
const SHARED = ['sizes', 'fabric', 'instructions_languages'] as const;

/**
 * The texts of a pattern after a change in one language. A new translation takes missing optional fields from the main
 * language. @throws {ApiError} 400 VALIDATION_FAILED when a new translation has no title or no description
 */
export function rewrite(known: InLanguages, main: Language, language: Language, changes: TextChanges): InLanguages {
  const { texts, details } = known;
  const changedTexts = pick(changes, TEXTS);
  const changedDetails = pick(changes, DETAILS);
  const next: InLanguages = { texts: { ...texts }, details: { ...details } };
  if (Object.keys(changedTexts).length > 0) {
    const { estimated_time = '', tags = [] } = texts[main] ?? {};
    const text = { estimated_time, tags, ...texts[language], ...changedTexts };
    next.texts[language] = {
      ...text,
      title: text.title ?? missing(language, 'title'),
      description: text.description ?? missing(language, 'description'),
    };
  }
  if (Object.keys(changedDetails).length > 0 || language === main) {
    next.details[language] = { ...NO_DETAILS, ...(details[language] ?? details[main]), ...changedDetails };
  }
  const shared = pick(changes, SHARED);
  for (const other of LANGUAGES) {
    const existing = next.details[other];
    if (existing) next.details[other] = { ...existing, ...shared };
  }
  return next;
}

/** The fields that are present; null counts as missing. */
function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Partial<Pick<T, K>> {
  const sent = keys.filter((key) => from[key] !== undefined && from[key] !== null);
  return Object.fromEntries(sent.map((key) => [key, from[key]])) as Partial<Pick<T, K>>;
}

function missing(language: Language, field: string): never {
  throw invalid(`translations.${language}.${field}`, `translations.${language} needs a ${field}`);
}
