import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { staffApi } from './admin';
import type { QueryOf } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];
/** Gives this browser access to the queue dashboard for an hour. */
export const openQueueBoard = () => staffApi.post('/api/admin/queue-session');

export type Operations = Schemas['Operations'];
export type PartState = Operations['state'];
export type QueueHealth = Schemas['QueueHealth'];
export type EventView = Schemas['EventView'];
export type EventDetail = Schemas['EventDetail'];
export type JobExecutionView = Schemas['JobExecutionView'];
export type EventAction = Schemas['EventAction'];
export type EventPage = Schemas['EventPage'];

/**
 * The states of an event. `dead`: it has a dead letter; `open`: it has a pending job; `unrelayed`: it has no jobs yet;
 * `done`: all its jobs have ended.
 */
export const eventStates = ['dead', 'open', 'unrelayed', 'done'] as const;

type EventFilters = QueryOf<'/api/admin/events'>;

export const operations = {
  events: (query: EventFilters, signal?: AbortSignal) =>
    staffApi.get('/api/admin/events', { params: { query }, signal }),
  replay: (id: string, job: string) =>
    staffApi.post('/api/admin/events/{id}/deliveries/{job}/replay', { params: { path: { id, job } } }),
  discard: (id: string, job: string, reason: string) =>
    staffApi.post('/api/admin/events/{id}/deliveries/{job}/discard', {
      params: { path: { id, job } },
      body: { reason },
    }),
  /** Replays at most 500 dead letters of a job. The response contains the number of remaining dead letters. */
  replayAll: (job: string) => staffApi.post('/api/admin/events/replay', { body: { job } }),
};

/** Polls every ten seconds while the tab is visible. */
export const operationsHealth = () =>
  queryOptions({
    queryKey: ['mine', 'admin', 'operations'],
    queryFn: ({ signal }) => staffApi.get('/api/admin/operations', { signal }),
    staleTime: 0,
    refetchInterval: 10_000,
    refetchOnWindowFocus: 'always',
  });

/** Polls while an event on the page has no jobs yet or has a pending job. */
export const adminEvents = (filters: EventFilters) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'events', 'list', filters],
    queryFn: ({ signal }) => operations.events(filters, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.events.some(isInProgress) ? 5000 : false),
  });

export const adminEvent = (id: string) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'events', 'one', id],
    queryFn: ({ signal }) => staffApi.get('/api/admin/events/{id}', { params: { path: { id } }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? 3000 : false),
  });

const isInProgress = ({ relayedAt, deliveries }: EventView) =>
  !relayedAt || deliveries.some(({ state }) => state === 'open');
