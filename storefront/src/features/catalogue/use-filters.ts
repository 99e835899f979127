import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PatternQuery } from '../../api/calls';
import type { Category, Sort } from '../../api/types';

export const sorts: Sort[] = ['newest', 'oldest', 'popular', 'price_asc', 'price_desc'];
export const categories: Category[] = ['Dresses', 'Tops', 'Bottoms', 'Accessories', 'Home Decor'];
const pageSize = 12;

export interface Filters {
  search: string;
  category: Category | null;
  sort: Sort;
  page: number;
  limit: number;
}

/** The catalogue's filters. The URL is the truth: every change writes it, and everything shown reads it. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const change = (next: Partial<Filters>, replace = false) =>
    setParams((now) => writeFilters({ ...readFilters(now), page: 1, ...next }), { replace, preventScrollReset: true });
  const clear = () => change({ search: '', category: null, sort: 'newest' });
  const activeCount = [filters.search, filters.category, filters.sort !== 'newest'].filter(Boolean).length;
  const query: PatternQuery = { ...filters, category: filters.category ?? undefined };
  return { filters, query, change, clear, activeCount };
}

export function readFilters(params: URLSearchParams): Filters {
  return {
    search: params.get('search')?.trim() ?? '',
    category: categories.find((name) => name === params.get('category')) ?? null,
    sort: sorts.find((name) => name === params.get('sort')) ?? 'newest',
    page: wholeNumber(params.get('page'), 1, 100_000),
    limit: wholeNumber(params.get('limit'), pageSize, 100),
  };
}

export function writeFilters({ search, category, sort, page, limit }: Filters): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (category) params.set('category', category);
  if (sort !== 'newest') params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  if (limit !== pageSize) params.set('limit', String(limit));
  return params;
}

function wholeNumber(text: string | null, fallback: number, max: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= max ? value : fallback;
}
