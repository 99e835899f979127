import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { validate } from 'uuid';
import { isUnstorable } from '../../platform/http/limits/body-limits.js';
import { LANGUAGES } from '../../platform/language.js';
import { PatternFilters } from '../catalogue.contract.js';
import { SearchPatterns } from '../search/queries/search-patterns.js';
import { GetPattern } from './queries/get-pattern.js';
import { ListPatterns } from './queries/list-patterns.js';

/**
 * The query of a key from cachedRead; null for an invalid key, whose field the route names.
 */
export function parseQuery(key: string): GetPattern | ListPatterns | SearchPatterns | null {
  const mark = key.indexOf('?');
  const path = key.slice(0, mark);
  const given = Object.fromEntries(new URLSearchParams(key.slice(mark + 1)));
  if (path !== '/api/patterns') {
    const id = /^\/api\/patterns\/(.+)$/.exec(path)?.[1];
    const language = LANGUAGES.find((known) => known === (given.lang ?? 'de'));
    return id && language && validate(id) ? new GetPattern(id, language) : null;
  }
  const filters = toFilters(given);
  if (!filters) return null;
  return filters.search?.trim() ? new SearchPatterns(filters) : new ListPatterns(filters);
}

function toFilters(given: Record<string, string>): PatternFilters | null {
  const filters = plainToInstance(PatternFilters, given);
  const valid = validateSync(filters).length === 0 && !Object.values(given).some(isUnstorable);
  return valid ? filters : null;
}
