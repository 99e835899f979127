const DETAILS = /^\/(api\/patterns|meta\/pattern)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const BLANK = new Set(['', 'null', 'undefined']);

/** What each address listens to, with what it takes for granted. */
const LIST: Record<string, string> = {
  lang: 'de',
  sort: 'newest',
  page: '1',
  limit: '12',
  category: '',
  designer: '',
};
/** Hits are sorted by how well they fit, unless a sort is asked for. */
const SEARCH: Record<string, string> = { ...LIST, sort: '', search: '' };
const DETAIL: Record<string, string> = { lang: 'de' };

/**
 * What browsers and networks in between may do: show it for a second, and for nine more while they fetch it anew. That is
 * as far as the counted views may be behind. Inside the shop a change shows at once.
 */
export const READS_CACHE_CONTROL = 'public, max-age=1, stale-while-revalidate=9';

/** One name for all spellings of the same read of the catalogue; null for every other address. */
export function cachedRead(url: string): string | null {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const detail = DETAILS.exec(path);
  if (path !== '/api/patterns' && !detail) return null;
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const given = new URLSearchParams(query);
  if (given.getAll('search').length > 1) return null;
  const choice = canonical(given, detail ? DETAIL : given.get('search')?.trim() ? SEARCH : LIST);
  return choice === null ? null : `${path.toLowerCase()}?${choice}`;
}

/** The template of the route behind a key of cachedRead. */
export function routeOfRead(key: string): string {
  if (key.startsWith('/api/patterns?')) return '/api/patterns';
  return key.startsWith('/api/') ? '/api/patterns/:id' : '/meta/pattern/:id';
}

/** Unknown names say nothing, as on the route itself; a name that comes twice is the route's to refuse. */
function canonical(given: URLSearchParams, known: Record<string, string>): string | null {
  const parts: string[] = [];
  for (const [name, usual] of Object.entries(known)) {
    const values = given.getAll(name);
    if (values.length > 1) return null;
    const value = values[0];
    if (value === undefined || BLANK.has(value) || value === usual) continue;
    parts.push(`${name}=${encodeURIComponent(value)}`);
  }
  return parts.join('&');
}
