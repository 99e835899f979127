import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { patterns, type PatternQuery } from './calls';
import { type ResponseData, type ParamsOf, type GetPath, toUrl } from './client';
import { takeInitialData } from './initial-data';
import { sessionApi } from './session';
import type { Language, Pattern } from './types';

export const patternList = (query: PatternQuery, lang: Language) =>
  queryOptions({
    queryKey: ['patterns', query, lang],
    queryFn: ({ signal }) => patterns.list(query, lang, signal),
    placeholderData: keepPreviousData,
    ...initialDataOptions('/api/patterns', { query: { ...query, lang } }),
  });

export const patternDetail = (id: string, lang: Language) =>
  queryOptions({
    queryKey: ['pattern', id, lang],
    queryFn: ({ signal }) => patterns.get(id, lang, signal),
    // Keeps the previous data during a language switch. Otherwise a form about the pattern would lose its input.
    placeholderData: (previous: Pattern | undefined, previousQuery) =>
      previousQuery?.queryKey[1] === id ? previous : undefined,
    ...initialDataOptions('/api/patterns/{id}', { path: { id }, query: { lang } }),
  });

/** The options of a query that starts with the response embedded in the page. The response is as old as the page. */
export const initialDataOptions = <P extends GetPath>(path: P, params: ParamsOf<P>) => ({
  initialData: () => takeInitialData<{ data: ResponseData<P, 'get'> }>(toUrl(path, params))?.data,
  initialDataUpdatedAt: () => performance.timeOrigin,
});

/** Checks whether the user owns a pattern. A failed request counts as no. */
export const ownership = (id: string) =>
  queryOptions({
    queryKey: ['mine', 'owns', id],
    queryFn: ({ signal }) =>
      sessionApi.get('/api/users/patterns/{id}/access', { params: { path: { id } }, signal }).then(
        (data) => data.hasAccess,
        () => false,
      ),
    staleTime: 0,
  });
