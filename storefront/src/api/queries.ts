import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { patterns, type PatternQuery } from './calls';
import { type Answer, type ParamsOf, type ReadPath, toUrl } from './client';
import { takeInitialData } from './initial-data';
import { mine } from './session';
import type { Language, Pattern } from './types';

export const patternList = (query: PatternQuery, lang: Language) =>
  queryOptions({
    queryKey: ['patterns', query, lang],
    queryFn: ({ signal }) => patterns.list(query, lang, signal),
    placeholderData: keepPreviousData,
    ...inThePage('/api/patterns', { query: { ...query, lang } }),
  });

export const patternDetail = (id: string, lang: Language) =>
  queryOptions({
    queryKey: ['pattern', id, lang],
    queryFn: ({ signal }) => patterns.get(id, lang, signal),
    // A language switch must not empty a form about the pattern.
    placeholderData: (known: Pattern | undefined, before) => (before?.queryKey[1] === id ? known : undefined),
    ...inThePage('/api/patterns/{id}', { path: { id }, query: { lang } }),
  });

/** The initial data may come from the page, and is as old as the page. */
const inThePage = <P extends ReadPath>(path: P, params: ParamsOf<P>) => ({
  initialData: () => takeInitialData<{ data: Answer<P, 'get'> }>(toUrl(path, params))?.data,
  initialDataUpdatedAt: () => performance.timeOrigin,
});

/** Whether the user owns a pattern. A failed request counts as no. Sign-out removes all entries under 'mine'. */
export const ownership = (id: string) =>
  queryOptions({
    queryKey: ['mine', 'owns', id],
    queryFn: ({ signal }) =>
      mine.get('/api/users/patterns/{id}/access', { params: { path: { id } }, signal }).then(
        (data) => data.hasAccess,
        () => false,
      ),
    staleTime: 0,
  });
