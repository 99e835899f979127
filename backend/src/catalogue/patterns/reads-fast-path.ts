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
 * Finds the query that a route would execute, so that a cache miss can bypass the framework.
 * @param key a key from toCacheKey
 * @returns null if the route must respond: for the metadata of a pattern, and for invalid parameters
 */
export function parseQuery(key: string): GetPattern | ListPatterns | SearchPatterns | null {
  const queryStart = key.indexOf('?');
  const path = key.slice(0, queryStart);
  const params = Object.fromEntries(new URLSearchParams(key.slice(queryStart + 1)));
  if (path !== '/api/patterns') {
    const id = /^\/api\/patterns\/(.+)$/.exec(path)?.[1];
    const language = LANGUAGES.find((supported) => supported === (params.lang ?? 'de'));
    return id && language && validate(id) ? new GetPattern(id, language) : null;
  }
  const filters = toFilters(params);
  if (!filters) return null;
  return filters.search?.trim() ? new SearchPatterns(filters) : new ListPatterns(filters);
}

function toFilters(params: Record<string, string>): PatternFilters | null {
  const filters = plainToInstance(PatternFilters, params);
  const valid = validateSync(filters).length === 0 && !Object.values(params).some(isUnstorable);
  return valid ? filters : null;
}
