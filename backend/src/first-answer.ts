import { validate } from 'uuid';
import { cachedRead } from './catalogue/patterns/cached-reads.js';
import { type Sort, SORTS } from './catalogue/catalogue.contract.js';
import { CATEGORIES, type Category } from './catalogue/patterns/pattern.entity.js';
import { queryOf } from './catalogue/patterns/reads-fast-path.js';
import type { Language } from './platform/language.js';

const PATTERN = /^\/patterns\/([^/]+)$/i;
/** A longer list would make the page itself slow. */
const LONGEST_LIST = 24;

/**
 * What the storefront asks first on a screen, as it spells it (storefront/src/api/queries.ts). Should it ask something
 * else, it does so itself, a moment later. Null where nothing is asked that all visitors share.
 */
export function firstQuestion(path: string, query: string, language: Language): string | null {
  if (path === '/') return `/api/patterns?sort=newest&limit=6&lang=${language}`;
  if (path === '/patterns') return listQuestion(new URLSearchParams(query), language);
  const id = PATTERN.exec(path)?.[1];
  return id && validate(id) ? `/api/patterns/${id}?lang=${language}` : null;
}

/** Reads the catalogue's address as the catalogue does (storefront/src/features/catalogue/use-filters.ts). */
function listQuestion(given: URLSearchParams, lang: Language): string | null {
  const search = given.get('search')?.trim();
  const category = CATEGORIES.find((name: Category) => name === given.get('category'));
  const sort = SORTS.find((name: Sort) => name === given.get('sort')) ?? (search ? undefined : 'newest');
  const limit = wholeNumber(given.get('limit'), 12, 100);
  if (limit > LONGEST_LIST) return null;
  return `/api/patterns?${new URLSearchParams({
    ...(search && { search }),
    ...(category && { category }),
    ...(sort && { sort }),
    page: String(wholeNumber(given.get('page'), 1, 100_000)),
    limit: String(limit),
    lang,
  })}`;
}

function wholeNumber(text: string | null, usual: number, most: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : usual;
}

/** The query that answers the question; null for what only the API can refuse. */
export function queryFor(question: string): ReturnType<typeof queryOf> {
  const key = cachedRead(question);
  return key === null ? null : queryOf(key);
}

/** The picture that a visitor sees first: above the fold everywhere but at home, where words come first. */
export function firstPicture(path: string, answer: string): string | undefined {
  if (path === '/') return undefined;
  const { data } = JSON.parse(answer) as { data: Pictured & { patterns?: Pictured[] } };
  return (data.patterns?.[0] ?? data).preview_images?.[0];
}

interface Pictured {
  preview_images?: string[];
}
