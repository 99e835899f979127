import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema';
import { sessionApi } from './session';
import type { Language } from './types';

type Schemas = components['schemas'];
export type Report = Schemas['ReportView'];
export type ReportPage = Schemas['ReportPage'];
export type ReportState = Report['state'];
export type ReportDecision = NonNullable<Report['decision']>;
export type Ground = Schemas['HideForm']['ground'];
export type Decision = Schemas['DecisionView'];
export type DecisionPage = Schemas['DecisionPage'];
export type ReviewForm = Schemas['ReviewForm'];

/** What a moderator writes about a decision. The ground and the clause are missing when no pattern is hidden. */
export interface Statement {
  reason: string;
  ground?: Ground;
  clause?: string;
}

interface ReportFilters {
  state: ReportState;
  page: number;
  lang: Language;
}

export const moderation = {
  resolve: (id: string, decision: ReportDecision, { reason: note, ...ground }: Statement) =>
    sessionApi.post('/api/moderation/reports/{id}/resolve', {
      params: { path: { id } },
      body: { decision, ...(note && { note }), ...ground },
    }),
  hide: (id: string, body: Required<Statement>) =>
    sessionApi.post('/api/moderation/patterns/{id}/hide', { params: { path: { id } }, body }),
  restore: (id: string, reason: string) =>
    sessionApi.post('/api/moderation/patterns/{id}/restore', { params: { path: { id } }, body: { reason } }),
  review: (id: string, body: ReviewForm) =>
    sessionApi.post('/api/moderation/decisions/{id}/review', { params: { path: { id } }, body }),
};

/** Reads the pattern as visitors see it now. The browser asks the server even if it has cached the response. */
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
    queryFn: ({ signal }) => sessionApi.get('/api/moderation/reports', { params: { query: filters }, signal }),
    placeholderData: (previous: ReportPage | undefined, previousQuery) =>
      (previousQuery?.queryKey[3] as { state?: string } | undefined)?.state === filters.state ? previous : undefined,
    staleTime: 0,
  });

export interface DecisionFilters {
  decision?: Decision['decision'];
  reference?: string;
  page: number;
  lang: Language;
}

export const decisionLog = (filters: DecisionFilters) =>
  queryOptions({
    queryKey: ['mine', 'moderation', 'decisions', filters],
    queryFn: ({ signal }) => sessionApi.get('/api/moderation/decisions', { params: { query: filters }, signal }),
    staleTime: 0,
  });
