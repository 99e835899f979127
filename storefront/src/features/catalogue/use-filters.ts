import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PatternQuery } from '../../api/calls';
import type { Category, Sort } from '../../api/types';
import { viewStateNavigation } from '../../lib/view-state-navigation';
import { categories } from '../../lib/pattern-choices';

const sorts: Sort[] = ['newest', 'oldest', 'popular', 'price_asc', 'price_desc'];
/** A sort order. `relevance` (the best match first) exists only while the visitor searches, and is then the default. */
type Sorting = Sort | 'relevance';
export const sortings = (search: string): Sorting[] => (search ? ['relevance', ...sorts] : sorts);
export const defaultSorting = (search: string): Sorting => sortings(search)[0]!;

const pageSize = 12;

export interface Filters {
  search: string;
  category: Category | null;
  sort: Sorting;
  page: number;
  limit: number;
}

/** The filters of the catalogue. They are stored only in the URL. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const change = (next: Partial<Filters>, replace = false) =>
    setParams((now) => writeFilters(applyChange(readFilters(now), next)), { ...viewStateNavigation, replace });
  const clear = () => change({ search: '', category: null, sort: 'newest' });
  const isSortChosen = filters.sort !== defaultSorting(filters.search);
  /** The number of active filters; each has a chip. */
  const activeCount = [filters.search, filters.category, isSortChosen].filter(Boolean).length;
  const query: PatternQuery = {
    ...filters,
    category: filters.category ?? undefined,
    sort: filters.sort === 'relevance' ? undefined : filters.sort,
  };
  return { filters, query, change, clear, activeCount };
}

/** Applies a change. The default sort order is `relevance` with a search and `newest` without a search. */
function applyChange(now: Filters, next: Partial<Filters>): Filters {
  const merged = { ...now, page: 1, ...next };
  const isDefault = next.sort === undefined && now.sort === defaultSorting(now.search);
  const isUnavailable = !sortings(merged.search).includes(merged.sort);
  return isDefault || isUnavailable ? { ...merged, sort: defaultSorting(merged.search) } : merged;
}

export function readFilters(params: URLSearchParams): Filters {
  const search = params.get('search')?.trim() ?? '';
  return {
    search,
    category: categories.find((name) => name === params.get('category')) ?? null,
    sort: sortings(search).find((name) => name === params.get('sort')) ?? defaultSorting(search),
    page: wholeNumber(params.get('page'), 1, 100_000),
    limit: wholeNumber(params.get('limit'), pageSize, 100),
  };
}

export function writeFilters({ search, category, sort, page, limit }: Filters): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (category) params.set('category', category);
  if (sort !== defaultSorting(search)) params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  if (limit !== pageSize) params.set('limit', String(limit));
  return params;
}

function wholeNumber(text: string | null, fallback: number, max: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= max ? value : fallback;
}
