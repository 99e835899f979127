import { validate } from 'uuid';
import { LANGUAGES, type Language } from '../../platform/language.js';
import { type PatternFilters, type Sort, SORTS } from '../catalogue.contract.js';
import { CATEGORIES, type Category } from './pattern.entity.js';
import { GetPattern } from './queries/get-pattern.js';
import { ListPatterns } from './queries/list-patterns.js';
import { SearchPatterns } from '../search/queries/search-patterns.js';

/**
 * The query of a key from cachedRead; null unless the key is certainly valid. The route then validates the request against
 * the contract and names the invalid field.
 */
export function queryOf(key: string): GetPattern | ListPatterns | SearchPatterns | null {
  const mark = key.indexOf('?');
  const path = key.slice(0, mark);
  const given = Object.fromEntries(new URLSearchParams(key.slice(mark + 1)));
  const language = given.lang ?? 'de';
  if (!isOneOf<Language>(LANGUAGES, language)) return null;
  if (path !== '/api/patterns') {
    const id = /^\/api\/patterns\/(.+)$/.exec(path)?.[1];
    return id && validate(id) ? new GetPattern(id, language) : null;
  }
  const filters = toFilters(given, language);
  if (!filters) return null;
  return filters.search?.trim() ? new SearchPatterns(filters) : new ListPatterns(filters);
}

function toFilters(given: Record<string, string>, lang: Language): PatternFilters | null {
  const { sort, category, search, designer, page = '1', limit = '12' } = given;
  if (sort !== undefined && !isOneOf<Sort>(SORTS, sort)) return null;
  if (category !== undefined && !isOneOf<Category>(CATEGORIES, category)) return null;
  if (!/^[1-9]\d{0,4}$/.test(page) || !/^[1-9]\d?$/.test(limit)) return null;
  if ([search, designer].some((text) => text !== undefined && (text.length > 200 || text.includes('\0')))) return null;
  return {
    lang,
    page: Number(page),
    limit: Number(limit),
    ...(sort && { sort }),
    ...(category && { category }),
    ...(search && { search }),
    ...(designer && { designer }),
  };
}

const isOneOf = <T extends string>(list: readonly T[], value: string): value is T =>
  (list as readonly string[]).includes(value);
