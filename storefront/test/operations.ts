import type { JobExecutionView, EventDetail, EventView, Operations } from '../src/api/operations';
import { fakeApi } from './screen';

export const queueNames = ['documents', 'masters', 'mail', 'views', 'payments', 'privacy'] as const;
export const ok = { state: 'ok' } as const;
const noJobs = { ...ok, open: 0, overdue: 0 };
const service = { ...ok, reachable: true, milliseconds: 3 };
export const healthy: Operations = {
  ...ok,
  checkedAt: '2026-11-22T07:00:00Z',
  database: { ...service, clockDifferenceSeconds: 0 },
  queueBackend: { ...service, backend: 'redis' },
  storage: service,
  schema: { ...ok, version: 'Migration2', expected: 'Migration2' },
  outbox: { ...ok, waiting: 0, oldestAgeSeconds: 0 },
  queues: queueNames.map((name) => ({
    ...ok,
    name,
    waiting: 0,
    active: 0,
    delayed: 0,
    failed: 0,
    open: 0,
    oldestAgeSeconds: 0,
  })),
  deadLetters: { ...ok, count: 0 },
  purchases: { ...ok, unfulfilled: 0, oldestAgeSeconds: 0 },
  refunds: { ...ok, failed: 0, oldestAgeSeconds: 0 },
  withdrawals: { ...ok, open: 0, oldestAgeSeconds: 0 },
  disputes: { ...ok, open: 0 },
  payments: { ...ok, reconciledUntil: '2026-11-22T06:59:00Z', ageSeconds: 60 },
  exports: noJobs,
  erasures: noJobs,
};
const [documents, masters, , ...others] = healthy.queues;
/** The file storage does not respond, one queue and a dead letter cause warnings, and two withdrawals are open. */
export const unhealthy: Operations = {
  ...healthy,
  state: 'down',
  storage: { state: 'down', reachable: false, milliseconds: 3000 },
  queues: [
    documents!,
    masters!,
    {
      name: 'mail',
      state: 'warning',
      waiting: null,
      active: 1,
      delayed: 2,
      failed: 3,
      open: 1240,
      oldestAgeSeconds: 185,
    },
    ...others,
  ],
  deadLetters: { state: 'warning', count: 1 },
  withdrawals: { ...ok, open: 2, oldestAgeSeconds: 259_200 },
};

const noTimes = { publishedAt: null, startedAt: null, doneAt: null, deadAt: null, replayedAt: null, discardedAt: null };
const execution = (job: string, state: JobExecutionView['state']): JobExecutionView => ({
  ...noTimes,
  job,
  queue: 'mail',
  state,
  publishes: 1,
  starts: 0,
  lastError: state === 'dead' ? '550 no such mailbox' : null,
  deadAt: state === 'dead' ? '2026-11-22T06:30:00Z' : null,
});
/** An event with one done job, and one job that is a dead letter. */
export const dead: EventView = {
  id: '01a1ffb1-0cb6-76e5-a85f-3c3f15abf105',
  type: 'purchases.purchase-completed',
  payload: { type: 'purchases.purchase-completed', purchaseId: '01a1ffb1-aaaa-76e5-a85f-3c3f15abf105' },
  state: 'dead',
  occurredAt: '2026-11-22T06:00:00Z',
  relayedAt: '2026-11-22T06:00:01Z',
  deliveries: [execution('personalise-copy', 'done'), execution('send-receipt', 'dead')],
};
/** The same event when both jobs are done. */
export const done: EventView = {
  ...dead,
  state: 'done',
  deliveries: dead.deliveries.map(({ job }) => execution(job, 'done')),
};
const paging = (events: EventView[]) => ({
  data: { events, page: 1, limit: 20, total: events.length, total_pages: Math.ceil(events.length / 20) },
});
export const detail = (event: EventView, deeds: EventDetail['deeds'] = []) => ({ data: { ...event, deeds } });
export const eventPath = (rest = '') => `/api/admin/events/${dead.id}${rest}`;

/** Fakes the API of the operations screen. @param deadLetters returns the current dead letters */
export function fakeOperations(
  deadLetters: () => EventView[],
  responses: Parameters<typeof fakeApi>[0] = {},
  getHealth = () => healthy,
) {
  const queries: URLSearchParams[] = [];
  const calls = fakeApi({
    '/api/admin/operations': () => ({ data: getHealth() }),
    '/api/admin/events': (_call, query) => {
      queries.push(query);
      return query.get('state') === 'dead' ? paging(deadLetters()) : paging([done]);
    },
    [eventPath()]: () => detail(deadLetters()[0] ?? done),
    ...responses,
  });
  return { calls, queries };
}
