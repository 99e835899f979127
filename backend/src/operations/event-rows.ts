import type { QueueName } from '../platform/events/queue-names.js';
import { maskPersonalData } from '../platform/telemetry/logging.js';
import type { JobExecutionState, JobExecutionView, EventState, EventView } from './events.contract.js';

/**
 * SQL condition: job execution `d` is a dead letter that is not discarded. The partial indexes have the same conditions as
 * DEAD and OPEN; with other conditions, PostgreSQL would not use the indexes.
 */
export const DEAD = `d.dead_at is not null and d.done_at is null and d.discarded_at is null`;
/** SQL condition: job execution `d` is open. */
export const OPEN = `d.done_at is null and d.dead_at is null`;

/** SQL expression: the state of job execution `d`. */
export const JOB_EXECUTION_STATE = `case when d.done_at is not null then 'done' when d.discarded_at is not null then 'discarded'
  when d.dead_at is not null then 'dead' else 'open' end`;

/**
 * Columns of event `e` with its job executions. After a replay, `publishedAt` is null until the job is published again.
 */
export const EVENT_COLUMNS = `
  e.id, e.type, e.payload, e.occurred_at as "occurredAt", e.relayed_at as "relayedAt",
  coalesce((
    select jsonb_agg(jsonb_build_object('job', d.reaction, 'queue', d.queue, 'state', ${JOB_EXECUTION_STATE},
      'publishes', d.publish_count, 'starts', d.started_count,
      'publishedAt', case when d.publish_count > 0 then d.published_at end, 'startedAt', d.started_at,
      'doneAt', d.done_at, 'deadAt', d.dead_at, 'replayedAt', d.replayed_at, 'discardedAt', d.discarded_at,
      'lastError', d.last_error) order by d.reaction)
    from deliveries d where d.event_id = e.id), '[]'::jsonb) as deliveries`;

type TimeColumn = 'publishedAt' | 'startedAt' | 'doneAt' | 'deadAt' | 'replayedAt' | 'discardedAt';

export interface EventRow {
  id: string;
  type: string;
  payload: Record<string, unknown>;
  occurredAt: Date;
  relayedAt: Date | null;
  deliveries: (Omit<JobExecutionView, TimeColumn> & { queue: QueueName | null } & Record<TimeColumn, string | null>)[];
}

export function toEventView({ occurredAt, relayedAt, deliveries, ...row }: EventRow): EventView {
  return {
    ...row,
    state: eventState(
      relayedAt,
      deliveries.map(({ state }) => state),
    ),
    occurredAt: occurredAt.toISOString(),
    relayedAt: relayedAt?.toISOString() ?? null,
    deliveries: deliveries.map(toJobExecutionView),
  };
}

function eventState(relayedAt: Date | null, executionStates: JobExecutionState[]): EventState {
  if (executionStates.includes('dead')) return 'dead';
  if (!relayedAt) return 'unrelayed';
  return executionStates.includes('open') ? 'open' : 'done';
}

/** Converts a time that PostgreSQL wrote into JSON, with an offset and microseconds, to the format of the API. */
const toIso = (value: string | null) => value && new Date(value).toISOString();

function toJobExecutionView(row: EventRow['deliveries'][number]): JobExecutionView {
  return {
    ...row,
    publishedAt: toIso(row.publishedAt),
    startedAt: toIso(row.startedAt),
    doneAt: toIso(row.doneAt),
    deadAt: toIso(row.deadAt),
    replayedAt: toIso(row.replayedAt),
    discardedAt: toIso(row.discardedAt),
    // The error of a mail server or a library can contain personal data.
    lastError: row.lastError && maskPersonalData(row.lastError),
  };
}
