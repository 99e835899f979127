import { validate } from 'uuid';
import { toCacheKey } from './catalogue/patterns/cached-reads.js';
import { type Sort, SORTS } from './catalogue/catalogue.contract.js';
import { CATEGORIES, type Category } from './catalogue/patterns/pattern.entity.js';
import { parseQuery } from './catalogue/patterns/reads-fast-path.js';
import { LEGAL_PAGES } from './legal/legal-texts.js';
import { GetLegalText } from './legal/queries/get-legal-text.js';
import { LANGUAGES, type Language } from './platform/language.js';

const PATTERN = /^\/patterns\/([^/]+)$/i;
const LEGAL_URL = /^\/api\/legal\/(\w+)\?lang=(\w+)$/;
/** A longer list would make the HTML page too large. */
const MAX_LIST_ITEMS = 24;

/**
 * The URL of the first API request that the storefront sends on a screen, spelled as in storefront/src/api/queries.ts.
 * If the spelling differs, the storefront does not find the embedded response and sends the request.
 * @returns null when the screen sends no API request, when the response differs per visitor, or when the list is too long
 */
export function firstApiUrl(path: string, query: string, language: Language): string | null {
  if (path === '/') return `/api/patterns?sort=newest&limit=6&lang=${language}`;
  if (path === '/patterns') return listUrl(new URLSearchParams(query), language);
  const page = findLegalPage(path.slice(1));
  if (page && page !== 'privacy') return `/api/legal/${page}?lang=${language}`;
  const id = PATTERN.exec(path)?.[1];
  return id && validate(id) ? `/api/patterns/${id}?lang=${language}` : null;
}

/** Parses the catalogue's query string as storefront/src/features/catalogue/use-filters.ts does. */
function listUrl(params: URLSearchParams, lang: Language): string | null {
  const search = params.get('search')?.trim();
  const category = CATEGORIES.find((name: Category) => name === params.get('category'));
  const sort = SORTS.find((name: Sort) => name === params.get('sort')) ?? (search ? undefined : 'newest');
  const limit = parseWholeNumber(params.get('limit'), 12, 100);
  if (limit > MAX_LIST_ITEMS) return null;
  return `/api/patterns?${new URLSearchParams({
    ...(search && { search }),
    ...(category && { category }),
    ...(sort && { sort }),
    page: String(parseWholeNumber(params.get('page'), 1, 100_000)),
    limit: String(limit),
    lang,
  })}`;
}

function parseWholeNumber(text: string | null, fallback: number, max: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= max ? value : fallback;
}

/** @returns the query to execute for an API URL; null when only the route of the URL can handle the request */
export function queryFor(url: string): ReturnType<typeof parseQuery> | GetLegalText {
  const [, name = '', lang] = LEGAL_URL.exec(url) ?? [];
  const [page, language] = [findLegalPage(name), LANGUAGES.find((known) => known === lang)];
  if (page && language) return new GetLegalText(page, language);
  const key = toCacheKey(url);
  return key === null ? null : parseQuery(key);
}

/** The URL of the first picture that is visible without scrolling. Pages that start with text have none. */
export function firstPicture(path: string, response: string): string | undefined {
  if (path === '/') return undefined;
  if (findLegalPage(path.slice(1))) return undefined;
  const { data } = JSON.parse(response) as { data: WithPictures & { patterns?: WithPictures[] } };
  return (data.patterns?.[0] ?? data).preview_images?.[0];
}

/** @param path the path of a screen without its first slash @returns undefined for a screen without a legal text */
export const findLegalPage = (path: string) => LEGAL_PAGES.find((page) => page === path);

interface WithPictures {
  preview_images?: string[];
}
