const DETAIL_PATH = /^\/(api\/patterns|meta\/pattern)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
/** The route treats a parameter with one of these values as missing. */
const BLANK_VALUES = new Set(['', 'null', 'undefined']);

/** The query parameters of the list, with their defaults. */
const LIST: Record<string, string> = {
  lang: 'de',
  sort: 'newest',
  page: '1',
  limit: '12',
  category: '',
  designer: '',
};
/** The query parameters of a search. Without `sort` the results are sorted by relevance. */
const SEARCH: Record<string, string> = { ...LIST, sort: '', search: '' };
const DETAIL: Record<string, string> = { lang: 'de' };

/**
 * Browsers and proxies can use a response for one second, and for nine more seconds while they revalidate it. A change of
 * the catalogue clears the shop's own cache at once.
 */
export const READS_CACHE_CONTROL = 'public, max-age=1, stale-while-revalidate=9';

/**
 * @returns the cache key of a catalogue URL, the same for all spellings of the URL; null for any other URL, and for a URL with
 * a repeated parameter
 */
export function toCacheKey(url: string): string | null {
  const queryStart = url.indexOf('?');
  const path = queryStart < 0 ? url : url.slice(0, queryStart);
  const detail = DETAIL_PATH.exec(path);
  if (path !== '/api/patterns' && !detail) return null;
  const query = queryStart < 0 ? '' : url.slice(queryStart + 1);
  const params = new URLSearchParams(query);
  if (params.getAll('search').length > 1) return null;
  const parameters = toCanonicalQuery(params, detail ? DETAIL : params.get('search')?.trim() ? SEARCH : LIST);
  return parameters === null ? null : `${path.toLowerCase()}?${parameters}`;
}

/** @returns the route template of a key from toCacheKey */
export function findRoute(key: string): string {
  if (key.startsWith('/api/patterns?')) return '/api/patterns';
  return key.startsWith('/api/') ? '/api/patterns/:id' : '/meta/pattern/:id';
}

/** Ignores unknown parameters, as the route does. @returns null for a repeated parameter, which the route refuses */
function toCanonicalQuery(params: URLSearchParams, defaults: Record<string, string>): string | null {
  const parts: string[] = [];
  for (const [name, fallback] of Object.entries(defaults)) {
    const values = params.getAll(name);
    if (values.length > 1) return null;
    const value = values[0];
    if (value === undefined || BLANK_VALUES.has(value) || value === fallback) continue;
    parts.push(`${name}=${encodeURIComponent(value)}`);
  }
  return parts.join('&');
}
