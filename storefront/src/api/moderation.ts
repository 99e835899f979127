import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema';
import { mine } from './session';
import type { Language } from './types';

type Schemas = components['schemas'];
export type Report = Schemas['ReportView'];
export type ReportPage = Schemas['ReportPage'];
export type ReportState = Report['state'];
export type ReportDecision = NonNullable<Report['decision']>;

interface ReportFilters {
  state: ReportState;
  page: number;
  lang: Language;
}

export const moderation = {
  resolve: (id: string, decision: ReportDecision, note: string) =>
    mine.post('/api/moderation/reports/{id}/resolve', {
      params: { path: { id } },
      body: { decision, ...(note && { note }) },
    }),
  hide: (id: string, reason: string) =>
    mine.post('/api/moderation/patterns/{id}/hide', { params: { path: { id } }, body: { reason } }),
  restore: (id: string) => mine.post('/api/moderation/patterns/{id}/restore', { params: { path: { id } } }),
};

/** Reads the pattern as visitors see it now. Bypasses the browser's cache. */
export const publicPattern = (id: string, lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'moderation', 'pattern', id, lang],
    queryFn: ({ signal }) =>
      api.get('/api/patterns/{id}', { params: { path: { id }, query: { lang } }, cache: 'no-cache', signal }),
    retry: false,
    staleTime: 0,
  });

export const reportQueue = (filters: ReportFilters) =>
  queryOptions({
    queryKey: ['mine', 'moderation', 'reports', filters],
    queryFn: ({ signal }) => mine.get('/api/moderation/reports', { params: { query: filters }, signal }),
    placeholderData: (previous: ReportPage | undefined, previousQuery) =>
      (previousQuery?.queryKey[3] as { state?: string } | undefined)?.state === filters.state ? previous : undefined,
    staleTime: 0,
  });
