import type { QueueName } from '../platform/events/queue-names.js';
import { maskPersonalData } from '../platform/telemetry/logging.js';
import type { JobExecutionState, JobExecutionView, EventState, EventView } from './events.contract.js';

/** A delivery `d` that was given up and that nobody has discarded; in these words, or its index is not used. */
export const DEAD = `d.dead_at is not null and d.done_at is null and d.discarded_at is null`;
/** A delivery `d` that a worker still has to end; in these words, or its index is not used. */
export const OPEN = `d.done_at is null and d.dead_at is null`;

/** The state of a delivery `d`. */
export const JOB_EXECUTION_STATE = `case when d.done_at is not null then 'done' when d.discarded_at is not null then 'discarded'
  when d.dead_at is not null then 'dead' else 'open' end`;

/** Columns of a fact `e` with its deliveries. What was never given to a queue since its replay has no such time. */
export const EVENT_COLUMNS = `
  e.id, e.type, e.payload, e.occurred_at as "occurredAt", e.relayed_at as "relayedAt",
  coalesce((
    select jsonb_agg(jsonb_build_object('job', d.reaction, 'queue', d.queue, 'state', ${JOB_EXECUTION_STATE},
      'publishes', d.publish_count, 'starts', d.started_count,
      'publishedAt', case when d.publish_count > 0 then d.published_at end, 'startedAt', d.started_at,
      'doneAt', d.done_at, 'deadAt', d.dead_at, 'replayedAt', d.replayed_at, 'discardedAt', d.discarded_at,
      'lastError', d.last_error) order by d.reaction)
    from deliveries d where d.event_id = e.id), '[]'::jsonb) as deliveries`;

type Moments = 'publishedAt' | 'startedAt' | 'doneAt' | 'deadAt' | 'replayedAt' | 'discardedAt';

export interface EventRow {
  id: string;
  type: string;
  payload: Record<string, unknown>;
  occurredAt: Date;
  relayedAt: Date | null;
  deliveries: (Omit<JobExecutionView, Moments> & { queue: QueueName | null } & Record<Moments, string | null>)[];
}

export function eventView({ occurredAt, relayedAt, deliveries, ...row }: EventRow): EventView {
  return {
    ...row,
    state: stateOf(
      relayedAt,
      deliveries.map(({ state }) => state),
    ),
    occurredAt: occurredAt.toISOString(),
    relayedAt: relayedAt?.toISOString() ?? null,
    deliveries: deliveries.map(deliveryView),
  };
}

function stateOf(relayedAt: Date | null, deliveries: JobExecutionState[]): EventState {
  if (deliveries.includes('dead')) return 'dead';
  if (!relayedAt) return 'unrelayed';
  return deliveries.includes('open') ? 'open' : 'done';
}

/** PostgreSQL writes times inside JSON with an offset and microseconds. */
const at = (value: string | null) => value && new Date(value).toISOString();

function deliveryView(row: EventRow['deliveries'][number]): JobExecutionView {
  return {
    ...row,
    publishedAt: at(row.publishedAt),
    startedAt: at(row.startedAt),
    doneAt: at(row.doneAt),
    deadAt: at(row.deadAt),
    replayedAt: at(row.replayedAt),
    discardedAt: at(row.discardedAt),
    // What a mail server or a library says may name somebody.
    lastError: row.lastError && maskPersonalData(row.lastError),
  };
}
