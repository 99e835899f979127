import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { asAdmin } from './admin';
import type { components } from './schema';

type Schemas = components['schemas'];
/** Lets this browser into the queue dashboard for an hour. */
export const openQueueBoard = async () => asAdmin('/api/admin/queue-session', { method: 'POST' });

export type Operations = Schemas['Operations'];
export type PartState = Operations['state'];
export type QueueHealth = Schemas['QueueHealth'];
export type EventView = Schemas['EventView'];
export type EventDetail = Schemas['EventDetail'];
export type EventDelivery = Schemas['EventDelivery'];
export type EventDeed = Schemas['EventDeed'];
export type EventPage = Schemas['EventPage'];
export type DeliveryChange = Schemas['DeliveryChange'];
export type EventsReplayed = Schemas['EventsReplayed'];

export const eventStates = ['dead', 'open', 'unrelayed', 'done'] as const;

export interface EventFilters {
  state?: string;
  type?: string;
  job?: string;
  subject?: string;
  since?: string;
  until?: string;
  page?: number;
  limit?: number;
}

const eventPath = (id: string) => `/api/admin/events/${encodeURIComponent(id)}`;
const deliveryPath = (id: string, job: string) => `${eventPath(id)}/deliveries/${encodeURIComponent(job)}`;

export const operations = {
  events: (filters: EventFilters, signal?: AbortSignal) =>
    asAdmin<EventPage>('/api/admin/events', { query: { ...filters }, signal }),
  replay: async (id: string, job: string) =>
    asAdmin<DeliveryChange>(`${deliveryPath(id, job)}/replay`, { method: 'POST' }),
  discard: async (id: string, job: string, reason: string) =>
    asAdmin<DeliveryChange>(`${deliveryPath(id, job)}/discard`, { method: 'POST', body: { reason } }),
  /** At most 500 at a time; the answer says how many are left. */
  replayAll: async (job: string) =>
    asAdmin<EventsReplayed>('/api/admin/events/replay', { method: 'POST', body: { job } }),
};

/** Asked again every ten seconds, but only while somebody can see it. */
export const operationsHealth = () =>
  queryOptions({
    queryKey: ['mine', 'admin', 'operations'],
    queryFn: async ({ signal }) => asAdmin<Operations>('/api/admin/operations', { signal }),
    staleTime: 0,
    refetchInterval: 10_000,
    refetchOnWindowFocus: 'always',
  });

/** Asks again while something on the page is under way. */
export const adminEvents = (filters: EventFilters) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'events', 'list', filters],
    queryFn: async ({ signal }) => operations.events(filters, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.events.some(isUnderWay) ? 5000 : false),
  });

export const adminEvent = (id: string) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'events', 'one', id],
    queryFn: async ({ signal }) => asAdmin<EventDetail>(eventPath(id), { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? 3000 : false),
  });

const isUnderWay = ({ relayedAt, deliveries }: EventView) =>
  !relayedAt || deliveries.some(({ state }) => state === 'open');
