import { validate } from 'uuid';
import { cachedRead } from './catalogue/patterns/cached-reads.js';
import { type Sort, SORTS } from './catalogue/catalogue.contract.js';
import { CATEGORIES, type Category } from './catalogue/patterns/pattern.entity.js';
import { parseQuery } from './catalogue/patterns/reads-fast-path.js';
import type { Language } from './platform/language.js';

const PATTERN = /^\/patterns\/([^/]+)$/i;
/** A longer list would make the page itself slow. */
const LONGEST_LIST = 24;

/**
 * The URL of the first API request that the storefront sends on a screen, spelled as in storefront/src/api/queries.ts.
 * If the spelling differs, the storefront sends its request as fallback.
 * @returns null when the screen's first response differs per visitor, or there is none
 */
export function firstApiUrl(path: string, query: string, language: Language): string | null {
  if (path === '/') return `/api/patterns?sort=newest&limit=6&lang=${language}`;
  if (path === '/patterns') return listUrl(new URLSearchParams(query), language);
  const id = PATTERN.exec(path)?.[1];
  return id && validate(id) ? `/api/patterns/${id}?lang=${language}` : null;
}

/** Parses the catalogue's query string as storefront/src/features/catalogue/use-filters.ts does. */
function listUrl(params: URLSearchParams, lang: Language): string | null {
  const search = params.get('search')?.trim();
  const category = CATEGORIES.find((name: Category) => name === params.get('category'));
  const sort = SORTS.find((name: Sort) => name === params.get('sort')) ?? (search ? undefined : 'newest');
  const limit = wholeNumber(params.get('limit'), 12, 100);
  if (limit > LONGEST_LIST) return null;
  return `/api/patterns?${new URLSearchParams({
    ...(search && { search }),
    ...(category && { category }),
    ...(sort && { sort }),
    page: String(wholeNumber(params.get('page'), 1, 100_000)),
    limit: String(limit),
    lang,
  })}`;
}

function wholeNumber(text: string | null, fallback: number, max: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= max ? value : fallback;
}

/** @returns the query to execute for an API URL; null when only the API can answer it */
export function queryFor(url: string): ReturnType<typeof parseQuery> {
  const key = cachedRead(url);
  return key === null ? null : parseQuery(key);
}

/** The first picture above the fold. The home page starts with text, so it has none. */
export function firstPicture(path: string, response: string): string | undefined {
  if (path === '/') return undefined;
  const { data } = JSON.parse(response) as { data: Pictured & { patterns?: Pictured[] } };
  return (data.patterns?.[0] ?? data).preview_images?.[0];
}

interface Pictured {
  preview_images?: string[];
}
