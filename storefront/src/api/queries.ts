import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { patterns, type PatternQuery } from './calls';
import { addressOf, type Answer, type ParamsOf, type ReadPath } from './client';
import { takeFirstAnswer } from './first-answer';
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
  initialData: () => takeFirstAnswer<{ data: Answer<P, 'get'> }>(addressOf(path, params))?.data,
  initialDataUpdatedAt: () => performance.timeOrigin,
});

/** Sign-out removes all entries under 'mine'. */
export const ownership = (patternId: string) =>
  queryOptions({
    queryKey: ['mine', 'owns', patternId],
    queryFn: ({ signal }) => patterns.owns(patternId, signal),
    staleTime: 0,
  });
