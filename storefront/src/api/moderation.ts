import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import type { components } from './schema';
import type { Language, Pattern } from './types';

type Schemas = components['schemas'];
export type Report = Schemas['ReportView'];
export type ReportPage = Schemas['ReportPage'];
export type ReportState = Report['state'];
export type ReportDecision = NonNullable<Report['decision']>;
type Moderated = Schemas['PatternModerated'];

const of = (id: string) => `/api/moderation/patterns/${encodeURIComponent(id)}`;

export const moderation = {
  reports: (filters: { state: ReportState; page: number; lang: Language }, signal?: AbortSignal) =>
    call<ReportPage>('/api/moderation/reports', { query: filters, bearer: true, signal }),
  resolve: (id: string, decision: ReportDecision, note: string) =>
    call(`/api/moderation/reports/${encodeURIComponent(id)}/resolve`, {
      method: 'POST',
      body: { decision, ...(note && { note }) },
      bearer: true,
    }),
  hide: (patternId: string, reason: string) =>
    call<Moderated>(`${of(patternId)}/hide`, { method: 'POST', body: { reason }, bearer: true }),
  restore: (patternId: string) => call<Moderated>(`${of(patternId)}/restore`, { method: 'POST', bearer: true }),
};

/** As visitors see it right now, past what the browser has kept. */
export const publicPattern = (id: string, lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'moderation', 'pattern', id, lang],
    queryFn: ({ signal }) =>
      call<Pattern>(`/api/patterns/${encodeURIComponent(id)}`, { query: { lang }, fresh: true, signal }),
    retry: false,
    staleTime: 0,
  });

export const reportQueue = (filters: { state: ReportState; page: number; lang: Language }) =>
  queryOptions({
    queryKey: ['mine', 'moderation', 'reports', filters],
    queryFn: ({ signal }) => moderation.reports(filters, signal),
    placeholderData: (known: ReportPage | undefined, before) =>
      (before?.queryKey[3] as { state?: string } | undefined)?.state === filters.state ? known : undefined,
    staleTime: 0,
  });
