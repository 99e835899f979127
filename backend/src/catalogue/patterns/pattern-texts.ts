import type { Language } from '../../platform/language.js';
import { LANGUAGES } from '../../platform/language.js';
import { invalid } from '../../platform/api-error.js';
import { PRIVATE_USE } from '../../platform/licence.js';
import type { PatternDetails, PatternTexts } from './pattern.entity.js';

export type TextChanges = Partial<PatternTexts> & Partial<PatternDetails>;
export interface InLanguages {
  texts: Partial<Record<Language, PatternTexts>>;
  details: Partial<Record<Language, PatternDetails>>;
}

/** The values of missing details. Queries add them to patterns that were stored before the shop had these details. */
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
  licence: PRIVATE_USE,
};
const TEXTS = ['title', 'description', 'estimated_time', 'tags'] as const;
const DETAILS = Object.keys(NO_DETAILS) as (keyof PatternDetails)[];
/** Fields with the same value in every language. */
const SHARED = ['sizes', 'fabric', 'instructions_languages', 'licence'] as const;

/**
 * Changes the texts of a pattern in one language. A new translation gets its missing optional fields from the main language.
 * @returns the texts and details in all languages
 * @throws {ApiError} 400 VALIDATION_FAILED when a new translation has no title or no description
 */
export function changeTexts(
  current: InLanguages,
  main: Language,
  language: Language,
  changes: TextChanges,
): InLanguages {
  const { texts, details } = current;
  const changedTexts = pick(changes, TEXTS);
  const changedDetails = pick(changes, DETAILS);
  const result: InLanguages = { texts: { ...texts }, details: { ...details } };
  if (Object.keys(changedTexts).length > 0) {
    const { estimated_time = '', tags = [] } = texts[main] ?? {};
    const text = { estimated_time, tags, ...texts[language], ...changedTexts };
    result.texts[language] = {
      ...text,
      title: text.title ?? throwMissing(language, 'title'),
      description: text.description ?? throwMissing(language, 'description'),
    };
  }
  if (Object.keys(changedDetails).length > 0 || language === main) {
    // When the new main language has no details yet, the shared details come from the other language.
    const shared = pick(details.de ?? details.en ?? NO_DETAILS, SHARED);
    const known = details[language] ?? details[main];
    result.details[language] = { ...NO_DETAILS, ...shared, ...known, ...changedDetails };
  }
  const shared = pick(changes, SHARED);
  for (const other of LANGUAGES) {
    const existing = result.details[other];
    if (existing) result.details[other] = { ...existing, ...shared };
  }
  return result;
}

/** @returns the fields of `from` that have a value; null counts as missing */
function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Partial<Pick<T, K>> {
  const presentKeys = keys.filter((key) => from[key] !== undefined && from[key] !== null);
  return Object.fromEntries(presentKeys.map((key) => [key, from[key]])) as Partial<Pick<T, K>>;
}

function throwMissing(language: Language, field: string): never {
  throw invalid(`translations.${language}.${field}`, `translations.${language} needs a ${field}`);
}
