const DETAILS = /^\/(api\/patterns|meta\/pattern)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const BLANK = new Set(['', 'null', 'undefined']);

/** The query parameters of each route, with their defaults. */
const LIST: Record<string, string> = {
  lang: 'de',
  sort: 'newest',
  page: '1',
  limit: '12',
  category: '',
  designer: '',
};
/** Hits are sorted by relevance unless the request names a sort. */
const SEARCH: Record<string, string> = { ...LIST, sort: '', search: '' };
const DETAIL: Record<string, string> = { lang: 'de' };

/**
 * Browsers and proxies may serve a response for one second, and for nine more while they revalidate it. The views that it
 * shows may be that old. The shop's own cache is emptied at once when the catalogue changes.
 */
export const READS_CACHE_CONTROL = 'public, max-age=1, stale-while-revalidate=9';

/** The cache key that all spellings of a catalogue read share; null for every other URL. */
export function cachedRead(url: string): string | null {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const detail = DETAILS.exec(path);
  if (path !== '/api/patterns' && !detail) return null;
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const given = new URLSearchParams(query);
  if (given.getAll('search').length > 1) return null;
  const parameters = canonical(given, detail ? DETAIL : given.get('search')?.trim() ? SEARCH : LIST);
  return parameters === null ? null : `${path.toLowerCase()}?${parameters}`;
}

/** The route template of a key from cachedRead. */
export function routeOfRead(key: string): string {
  if (key.startsWith('/api/patterns?')) return '/api/patterns';
  return key.startsWith('/api/') ? '/api/patterns/:id' : '/meta/pattern/:id';
}

/** Ignores unknown parameters, as the route does. @returns null for a repeated parameter, which the route refuses */
function canonical(given: URLSearchParams, known: Record<string, string>): string | null {
  const parts: string[] = [];
  for (const [name, fallback] of Object.entries(known)) {
    const values = given.getAll(name);
    if (values.length > 1) return null;
    const value = values[0];
    if (value === undefined || BLANK.has(value) || value === fallback) continue;
    parts.push(`${name}=${encodeURIComponent(value)}`);
  }
  return parts.join('&');
}
